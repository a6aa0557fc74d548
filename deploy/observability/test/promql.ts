import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A series that an expression asks for, by name and the labels it chooses by. */
export interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly is: string | undefined }[];
}

/** What an expression speaks of. */
export interface Read {
  readonly selectors: readonly Selector[];
  /** Labels that are kept by its aggregations, each with the names of the series it is asked of. */
  readonly kept: readonly { readonly label: string; readonly of: readonly string[] }[];
  /** Does it aggregate? Then its answer has no other labels. */
  readonly gathers: boolean;
  /** Where it is no PromQL. */
  readonly mistakes: readonly string[];
}

/** Grafana's own words in an expression, which it replaces before it asks. */
const asAsked = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$service', 'game');

/** Reads an expression with Prometheus' own grammar. */
export function read(expr: string): Read {
  const text = asAsked(expr);
  const selectors: Selector[] = [];
  const kept: { label: string; of: string[] }[] = [];
  const mistakes: string[] = [];
  let gathers = false;
  const words = (node: SyntaxNode) => text.slice(node.from, node.to);
  parser.parse(text).iterate({
    enter: ({ node, type }) => {
      if (type.isError) mistakes.push(`${text.slice(0, node.from)} ⚠ ${text.slice(node.from)}`);
      if (type.name === 'VectorSelector') selectors.push(selectorOf(node, words));
      if (type.name !== 'AggregateExpr') return;
      gathers = true;
      const of = descendants(node, 'VectorSelector').map((one) => selectorOf(one, words).name);
      for (const modifier of node.getChildren('AggregateModifier'))
        for (const label of descendants(modifier, 'LabelName')) kept.push({ label: words(label), of });
    },
  });
  return { selectors, kept, gathers, mistakes };
}

function selectorOf(node: SyntaxNode, words: (node: SyntaxNode) => string): Selector {
  const name = node.getChild('Identifier');
  const matchers = descendants(node, 'UnquotedLabelMatcher').map((matcher) => {
    const [label, op, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) =>
      matcher.getChild(part),
    );
    const exact = op && words(op) === '=';
    return { label: label ? words(label) : '', is: exact && value ? words(value).slice(1, -1) : undefined };
  });
  return { name: name ? words(name) : '', matchers };
}

function descendants(node: SyntaxNode, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  node.cursor().iterate((one) => void (one.name === name && found.push(one.node)));
  return found;
}
