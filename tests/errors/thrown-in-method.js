// Frames of methods, constructors and arrows.
class Machine {
  constructor() {
    this.start();
  }

  start() {
    const turn = () => {
      throw new Error('stuck');
    };
    turn();
  }
}

new Machine();
