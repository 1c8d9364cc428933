const { configureStore, createSlice, createAsyncThunk, createListenerMiddleware } = require('@reduxjs/toolkit');
const { combineReducers, legacy_createStore: create, applyMiddleware } = require('redux');
const load = createAsyncThunk('load', async (n, api) => {
  if (n < 0) return api.rejectWithValue('negative');
  return n * 2;
});
const slice = createSlice({
  name: 'count',
  initialState: { value: 0, log: [] },
  reducers: {
    add: (state, { payload }) => {
      state.value += payload;
      state.log.push(payload);
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(load.pending, (s) => {
        s.log.push('pending');
      })
      .addCase(load.fulfilled, (s, a) => {
        s.value = a.payload;
      })
      .addCase(load.rejected, (s, a) => {
        s.log.push(a.payload);
      }),
});
const store = configureStore({ reducer: { count: slice.reducer } });
store.subscribe(() => console.log(JSON.stringify(store.getState())));
store.dispatch(slice.actions.add(3));
(async () => {
  await store.dispatch(load(21));
  const failed = await store.dispatch(load(-1));
  console.log(failed.type, load.rejected.match(failed));
  const old = create(
    combineReducers({ a: (s = 0, action) => (action.type === 'inc' ? s + 1 : s) }),
    applyMiddleware(() => (next) => (action) => next({ ...action, seen: true })),
  );
  old.dispatch({ type: 'inc' });
  console.log(old.getState());
  try {
    old.dispatch({});
  } catch (error) {
    console.log(error.message);
  }
})();
