import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Stands for a filled-in value of a text. */
export const HOLE = '{n}';

const folders = ['src', 'sync', 'sw', 'supabase/local', 'supabase/functions', 'supabase/migrations'];

const filesIn = (root: string, folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file));

export function sourceTexts(root: string): readonly string[] {
  return folders
    .flatMap((folder) => filesIn(root, folder))
    .flatMap((file) => {
      if (/\.test\.tsx?$/.test(file)) return [];
      if (/\.tsx?$/.test(file)) return textsOfScript(file, readFileSync(file, 'utf8'));
      return file.endsWith('.sql') ? textsOfSql(readFileSync(file, 'utf8')) : [];
    });
}

export function pageTestTexts(root: string): readonly string[] {
  const files = [...filesIn(root, 'src').filter((file) => file.endsWith('.test.tsx')), ...filesIn(root, 'tests/e2e')];
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => textsOfScript(file, readFileSync(file, 'utf8')))
    .flatMap((text) => (text.startsWith('/') ? text.replaceAll('\\', '').split(/[\^$/]|\.\*/) : text));
}

export function textsOfScript(file: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node)) found.push(textOfTemplate(node));
    else if (ts.isJsxElement(node) || ts.isJsxFragment(node)) found.push(textOfChildren(node.children));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest));
  return found;
}

function textOfTemplate({ head, templateSpans }: ts.TemplateExpression): string {
  return head.text + templateSpans.map((span) => HOLE + span.literal.text).join('');
}

function textOfChildren(children: ts.NodeArray<ts.JsxChild>): string {
  return children
    .map((child) => (ts.isJsxText(child) ? child.text : HOLE))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the strings in SQL. A value between two strings that `||` joins, and `%s`, become holes. */
export function textsOfSql(code: string): string[] {
  const strings = /'((?:[^']|'')*)'/g;
  const joined = code.replaceAll(/--[^\n]*/g, '').replaceAll(/'\s*\|\|[^'|]*\|\|\s*'/g, HOLE);
  return Array.from(joined.matchAll(strings), ([, text = '']) => text.replaceAll("''", "'").replaceAll('%s', HOLE));
}
