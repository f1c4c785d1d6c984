import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../src/worker/files';

const text = (body: Uint8Array): string => new TextDecoder().decode(body);

/** An archive as `kilowatt site` writes it: two files, not compressed. */
const ARCHIVE =
  'UEsDBBQAAAAAAAAAIQCLntnTAQAAAAEAAAAFAAAAYS50eHRBUEsDBBQAAAAAAAAAIQDEH0QbAgAAAAIAAAAHAAAAYi9jLnR4dEJCUEsBAhQDFAAAAAAAAAAhAIue2dMBAAAAAQAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsBAhQDFAAAAAAAAAAhAMQfRBsCAAAAAgAAAAcAAAAAAAAAAAAAAIABJAAAAGIvYy50eHRQSwUGAAAAAAIAAgBoAAAASwAAAAAA';

describe('an archive', () => {
  it('yields its files with their bytes', () => {
    const bytes = Uint8Array.from(atob(ARCHIVE), (letter) => letter.charCodeAt(0));
    const found = [...entriesOf(bytes)].map(([name, body]) => [name, text(body)]);
    expect(found).toEqual([
      ['a.txt', 'A'],
      ['b/c.txt', 'BB'],
    ]);
  });
});
