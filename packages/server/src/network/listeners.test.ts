import { expect, it } from 'vitest';
import { createListeners } from './listeners.ts';

it('calls listeners in the order in which they were added, until they are removed', () => {
  const heard: string[] = [];
  const event = createListeners<number>();
  const removeFirst = event.add((value) => heard.push(`first ${value}`));
  event.add((value) => heard.push(`second ${value}`));
  event.emit(1);
  removeFirst();
  event.emit(2);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});

it('allows a listener to remove itself while it runs', () => {
  const heard: string[] = [];
  const event = createListeners();
  const remove = event.add(() => {
    remove();
    heard.push('once');
  });
  event.add(() => heard.push('always'));
  event.emit();
  event.emit();
  expect(heard).toEqual(['once', 'always', 'always']);
});
