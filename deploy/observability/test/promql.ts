import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A selected series with its label matchers. */
export interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly is: string | undefined }[];
}

/** The parts of an expression that tests check. */
export interface ParsedExpression {
  readonly selectors: readonly Selector[];
  /** Labels by which aggregations group, each with the names of the aggregated series. */
  readonly groupingLabels: readonly { readonly label: string; readonly of: readonly string[] }[];
  /** Whether it aggregates. Its result then has no other labels. */
  readonly isAggregated: boolean;
  /** The expression with a mark at each syntax error. */
  readonly syntaxErrors: readonly string[];
}

/** Replaces Grafana's variables, as Grafana does before a query. */
const withoutVariables = (expr: string) =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll('$service', 'game');

/** Parses an expression with Prometheus' own grammar. */
export function parseExpression(expr: string): ParsedExpression {
  const text = withoutVariables(expr);
  const selectors: Selector[] = [];
  const groupingLabels: { label: string; of: string[] }[] = [];
  const syntaxErrors: string[] = [];
  let isAggregated = false;
  const textOf = (node: SyntaxNode) => text.slice(node.from, node.to);
  parser.parse(text).iterate({
    enter: ({ node, type }) => {
      if (type.isError) syntaxErrors.push(`${text.slice(0, node.from)} ⚠ ${text.slice(node.from)}`);
      if (type.name === 'VectorSelector') selectors.push(selectorOf(node, textOf));
      if (type.name !== 'AggregateExpr') return;
      isAggregated = true;
      const of = descendants(node, 'VectorSelector').map((one) => selectorOf(one, textOf).name);
      for (const modifier of node.getChildren('AggregateModifier'))
        for (const label of descendants(modifier, 'LabelName'))
          groupingLabels.push({ label: textOf(label), of });
    },
  });
  return {
    selectors,
    groupingLabels: groupingLabels,
    isAggregated: isAggregated,
    syntaxErrors: syntaxErrors,
  };
}

function selectorOf(node: SyntaxNode, textOf: (node: SyntaxNode) => string): Selector {
  const name = node.getChild('Identifier');
  const matchers = descendants(node, 'UnquotedLabelMatcher').map((matcher) => {
    const [label, op, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) =>
      matcher.getChild(part),
    );
    const exact = op && textOf(op) === '=';
    return { label: label ? textOf(label) : '', is: exact && value ? textOf(value).slice(1, -1) : undefined };
  });
  return { name: name ? textOf(name) : '', matchers };
}

function descendants(node: SyntaxNode, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  node.cursor().iterate((one) => void (one.name === name && found.push(one.node)));
  return found;
}
