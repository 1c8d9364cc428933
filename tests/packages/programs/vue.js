const { createSSRApp, ref, computed, reactive, watch, nextTick, h, defineComponent, effect } = require('vue');
const { renderToString, renderToNodeStream } = require('vue/server-renderer');
(async () => {
  const Row = defineComponent({
    props: { text: String },
    emits: ['go'],
    setup:
      (props, { slots }) =>
      () =>
        h('li', { class: ['row', { on: props.text === 'a' }] }, [props.text, slots.default?.()]),
  });
  const app = createSSRApp({
    components: { Row },
    setup() {
      const list = ref(['a', '<b>']);
      return { list, count: computed(() => list.value.length) };
    },
    template:
      '<ul :id="`n${count}`"><Row v-for="x in list" :text="x"><i v-if="x === \'a\'">first</i></Row></ul><p v-show="false" style="color: red">{{ count + 1 }}</p><input v-model="list[0]">',
  });
  console.log(await renderToString(app));
  const state = reactive({ n: 1, deep: { list: [] } });
  const seen = [];
  watch(
    () => state.n,
    (n, old) => seen.push([n, old]),
  );
  effect(() => seen.push(state.deep.list.length));
  state.n = 5;
  state.deep.list.push(1);
  await nextTick();
  console.log(seen);
})();
