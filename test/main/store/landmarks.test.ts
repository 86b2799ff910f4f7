import { expect, test } from 'vitest';
import { createLandmarks } from '../../../src/main/store/landmarks.ts';
import { openDatabase } from '../../../src/main/store/files/open-database.ts';
import { makeDatabaseName, makeProxy, makeStore } from './support.ts';

const at = (offset: number) => ({ offset, key: offset + 1, value: null });

function makeLandmarks() {
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', [makeProxy(1)]);
  return { store, landmarks: createLandmarks(openDatabase(file, { readOnly: true })) };
}

test('the last landmark that is not behind a place is found, in whatever order they were learned', () => {
  const { landmarks } = makeLandmarks();
  for (const offset of [500, 0, 2000, 500, 1000]) landmarks.learn('list', at(offset));
  expect(landmarks.before('list', 999)).toEqual(at(500));
  expect(landmarks.before('list', 1000)).toEqual(at(1000));
  expect(landmarks.before('list', 9e9)).toEqual(at(2000));
  expect(landmarks.before('another list', 999)).toBeUndefined();
});

test('a place in front of all landmarks has none', () => {
  const { landmarks } = makeLandmarks();
  landmarks.learn('list', at(500));
  expect(landmarks.before('list', 499)).toBeUndefined();
});

test('landmarks are forgotten when another connection changes the rows', () => {
  const { store, landmarks } = makeLandmarks();
  landmarks.learn('list', at(500));
  store.syncs.writePage('proxies', [makeProxy(2)]);
  expect(landmarks.before('list', 600)).toBeUndefined();
});

test('a list that is looked at without end does not take memory without end', () => {
  const { landmarks } = makeLandmarks();
  for (let offset = 0; offset < 5000; offset += 1) landmarks.learn('list', at(offset));
  expect(landmarks.before('list', 4000)).toBeUndefined();
  expect(landmarks.before('list', 4999)).toEqual(at(4999));
});
