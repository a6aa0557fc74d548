import ts from 'typescript';

/** Kinds of text. */
export type Kind = 'comment' | 'name' | 'heading' | 'document' | 'title' | 'log';

/** A piece of text of a file. */
export interface Text {
  kind: Kind;
  /** Counted from 1. */
  line: number;
  text: string;
}

/** Returns the texts of a file that the language check reads. */
export function textsOf(file: string, source: string): Text[] {
  if (/\.m?[jt]sx?$/.test(file)) return ofTypeScript(file, source);
  if (file.endsWith('.md')) return ofMarkdown(source);
  if (file.endsWith('.proto')) return [...lineComments(source, /\/\/ ?(.*)$/), ...namesOfProto(source)];
  if (file.endsWith('.sql')) return lineComments(source, /-- ?(.*)$/);
  if (file.endsWith('.css')) return blockComments(source);
  if (file.endsWith('.tpl')) return [...blockComments(source), ...lineComments(source, HASH)];
  if (/\.(ya?ml|sh|conf|env)$|Makefile|Dockerfile/.test(file))
    return [...lineComments(source, HASH), ...(/^charts\//.test(file) ? blockComments(source) : [])];
  if (/^docs\/api\/.*\.json$/.test(file)) return textsOfApi(source);
  return [];
}

const HASH = /(?:^|\s)# ?(.*)$/;
/** Properties whose strings are texts for readers: those of OpenAPI, of zod, and of options of the command line. */
const TEXT_PROPERTY = /^(?:summary|description|title|help)$/;
const LOG = /^(?:trace|debug|info|warn|error|fatal)$/;
const TEST = /^(?:test|it|describe)$/;

function ofTypeScript(file: string, source: string): Text[] {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Text[] = [];
  const add = (kind: Kind, at: number, text: string): void =>
    void found.push({ kind, line: tree.getLineAndCharacterOfPosition(at).line + 1, text });
  const comments = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const comment of ts.getLeadingCommentRanges(source, node.pos) ?? []) {
      if (comments.has(comment.pos)) continue;
      comments.add(comment.pos);
      add('comment', comment.pos, source.slice(comment.pos, comment.end));
    }
    if (isDeclaredName(node)) add('name', node.getStart(tree), node.text);
    if (ts.isCallExpression(node)) addMessage(node, add);
    if (ts.isPropertyAssignment(node)) addText(node, add);
    if (ts.isNewExpression(node)) addError(node, tree, add);
    if (ts.isVariableDeclaration(node) && node.name.getText(tree) === 'HELP' && node.initializer)
      add('document', node.getStart(tree), node.initializer.getText(tree).replaceAll('`', ' '));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * Returns whether a node is the name in a declaration. Names of libraries and of the contract are only used, not
 * declared.
 */
const isDeclaredName = (node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier =>
  (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) &&
  (ts.isVariableDeclaration(node.parent) ||
    ts.isFunctionDeclaration(node.parent) ||
    ts.isParameter(node.parent) ||
    ts.isClassDeclaration(node.parent) ||
    ts.isInterfaceDeclaration(node.parent) ||
    ts.isTypeAliasDeclaration(node.parent) ||
    ts.isMethodDeclaration(node.parent) ||
    ts.isMethodSignature(node.parent) ||
    ts.isPropertyDeclaration(node.parent) ||
    ts.isPropertySignature(node.parent) ||
    ts.isPropertyAssignment(node.parent) ||
    ts.isEnumDeclaration(node.parent) ||
    ts.isEnumMember(node.parent) ||
    ts.isGetAccessorDeclaration(node.parent) ||
    ts.isBindingElement(node.parent) ||
    (ts.isImportSpecifier(node.parent) && node.parent.propertyName !== undefined)) &&
  node.parent.name === node;

type Add = (kind: Kind, at: number, text: string) => void;

/** Adds the string of a property that holds a text for readers. */
function addText({ name, initializer }: ts.PropertyAssignment, add: Add): void {
  if (TEXT_PROPERTY.test(name.getText()) && ts.isStringLiteralLike(initializer))
    add('document', initializer.getStart(), initializer.text);
}

/** Adds the message of an error. */
function addError(
  { expression, arguments: [message] = [] as never }: ts.NewExpression,
  tree: ts.SourceFile,
  add: Add,
): void {
  const isMessage = message && (ts.isStringLiteralLike(message) || ts.isTemplateExpression(message));
  if (/Error$/.test(expression.getText(tree)) && isMessage)
    add('log', message.getStart(tree), message.getText(tree).replaceAll('`', ' '));
}

/** Adds the message of a log call, the description of a schema, and the title of a test. */
function addMessage(call: ts.CallExpression, add: Add): void {
  const { expression: callee, arguments: args } = call;
  const base = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (LOG.test(base) && ts.isPropertyAccessExpression(callee) && /log$/i.test(callee.expression.getText())) {
    const message = args.findLast((arg) => ts.isStringLiteralLike(arg));
    if (message) add('log', message.getStart(), message.getText());
  }
  if (
    base === 'describe' &&
    ts.isPropertyAccessExpression(callee) &&
    args[0] &&
    ts.isStringLiteralLike(args[0])
  )
    add('document', args[0].getStart(), args[0].text);
  const root = callee.getText().split(/[.(]/)[0] ?? '';
  const [title] = args;
  if (TEST.test(root) && title && ts.isStringLiteralLike(title)) add('title', title.getStart(), title.text);
}

function ofMarkdown(source: string): Text[] {
  const found: Text[] = [];
  let inCode = false;
  for (const [index, line] of source.split('\n').entries()) {
    if (line.startsWith('```')) inCode = !inCode;
    if (inCode) continue;
    const text = line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' ');
    found.push({ kind: line.startsWith('#') ? 'heading' : 'document', line: index + 1, text });
  }
  return found;
}

/** Joins adjacent lines of comments into one text each. */
function lineComments(source: string, comment: RegExp): Text[] {
  const found: Text[] = [];
  let last = -1;
  for (const [index, line] of source.split('\n').entries()) {
    const text = comment.exec(line)?.[1];
    if (text === undefined) continue;
    const previous = found.at(-1);
    if (previous && last === index - 1) previous.text += ` ${text}`;
    else found.push({ kind: 'comment', line: index + 1, text });
    last = index;
  }
  return found;
}

/** Comments between slashes and asterisks, those of templates included. */
function blockComments(source: string): Text[] {
  return [...source.matchAll(/\/\*([^]*?)\*\//g)].map(({ 1: text = '', index }) => ({
    kind: 'comment',
    line: source.slice(0, index).split('\n').length,
    text,
  }));
}

/** Returns the names of messages, fields, enums, values, services and calls. */
function namesOfProto(source: string): Text[] {
  const declaration =
    /^\s*(?:(?:message|enum|service|rpc|oneof) (\w+)|(?:(?:optional|repeated) )?[\w.<>, ]*?(\w+) = \d+)/;
  return source.split('\n').flatMap((line, index) => {
    const [, declared, member] = declaration.exec(line) ?? [];
    const text = declared ?? member;
    return text === undefined ? [] : [{ kind: 'name' as const, line: index + 1, text }];
  });
}

/** Returns the summaries and descriptions of a document of the API. */
function textsOfApi(source: string): Text[] {
  return source.split('\n').flatMap((line, index) => {
    const [, text] = /^\s*"(?:summary|description|title)": "(.*)",?$/.exec(line) ?? [];
    return text === undefined ? [] : [{ kind: 'document' as const, line: index + 1, text }];
  });
}
