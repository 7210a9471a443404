/** The rows of a table (RFC 4180). The separator is the most frequent one of the first line: comma, semicolon or tab. */
export function readCsv(text: string): string[][] {
  const separator = separatorOf(text.split(/\r\n|\r|\n/, 1)[0] ?? '');
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = '';
  };
  const endRow = () => {
    endField();
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      field += '"';
      at += 1;
    } else if (character === '"' && isQuoted) isQuoted = false;
    // A quote without an end is text: the rest of the file must not become one field.
    else if (character === '"' && isBlank(field) && text.includes('"', at + 1)) [field, isQuoted] = ['', true];
    else if (isQuoted) field += character;
    else if (character === separator) endField();
    else if (character === '\n' || character === '\r') endRow();
    else field += character;
  }
  endRow();
  return rows;
}

/** Few spaces at most: trimming a long field at each of its quotes would take minutes. */
const isBlank = (field: string) => field.length < 9 && field.trim() === '';

function separatorOf(line: string): string {
  const outside = line.replace(/"[^"]*"/g, '');
  const count = (separator: string) => outside.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
