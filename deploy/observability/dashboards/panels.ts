import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  GraphDrawStyle,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type Panel,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

/** The data source of all panels: a variable of the dashboard, so that it works in any Grafana. */
export const prometheus = { type: 'prometheus', uid: '${datasource}' };

/** Units, as Grafana names them. */
type Unit = 's' | 'ops' | 'short' | 'bytes' | 'percentunit' | 'dateTimeFromNow';

/** An expression and its legend; `{{label}}` stands for the value of a label. */
type Line = readonly [expr: string, name: string];

interface PanelOptions {
  title: string;
  /** What the panel shows, and how to interpret it. */
  about: string;
  unit: Unit;
  /** Of the 24 columns. */
  columns?: number;
}

const query = ([expr, name]: Line, index: number) =>
  new DataqueryBuilder()
    .expr(expr)
    .legendFormat(name)
    .refId(String.fromCharCode(65 + index))
    .datasource(prometheus);

/** Creates a time series panel. `stacked` is for values whose sum is meaningful. */
export function graphPanel(
  { title, about, unit, columns = 8 }: PanelOptions,
  lines: readonly Line[],
  stacked = false,
) {
  return new TimeseriesBuilder()
    .title(title)
    .description(about)
    .datasource(prometheus)
    .unit(unit)
    .min(0)
    .height(8)
    .span(columns)
    .drawStyle(GraphDrawStyle.Line)
    .fillOpacity(stacked ? 25 : 8)
    .showPoints(VisibilityMode.Never)
    .stacking(new StackingConfigBuilder().mode(stacked ? StackingMode.Normal : StackingMode.None))
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(true),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending))
    .targets(lines.map(query));
}

/** A threshold, and the colour from there on. */
type ColourThreshold = readonly [from: number, color: 'green' | 'orange' | 'red' | 'blue'];

/** Creates a stat panel of current values, one per line. The first step has the lowest value. */
export function statPanel(
  { title, about, unit, columns = 4 }: PanelOptions,
  lines: readonly Line[],
  steps: readonly ColourThreshold[],
) {
  const thresholds = steps.map(([value, color], index) => ({ value: index === 0 ? null : value, color }));
  return new StatBuilder()
    .title(title)
    .description(about)
    .datasource(prometheus)
    .unit(unit)
    .height(4)
    .span(columns)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
    .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(thresholds))
    .noValue('–')
    .targets(lines.map(query));
}

/** A neutral colour, for values without thresholds. */
export const NEUTRAL: readonly ColourThreshold[] = [[0, 'blue']];

/** Returns lines of the percentiles of a histogram; `where` selects series, `by` lists the labels to group by. */
export function percentiles(
  metric: string,
  {
    where = '',
    by = '',
    of = [0.5, 0.95, 0.99],
  }: { where?: string; by?: string; of?: readonly number[] } = {},
): Line[] {
  const selected = `${metric}_bucket${where && `{${where}}`}`;
  return of.map((quantile) => [
    `histogram_quantile(${quantile}, sum by (le${by && `, ${by}`}) (rate(${selected}[$__rate_interval])))`,
    `p${quantile * 100}${by && ` {{${by}}}`}`,
  ]);
}

/** A heading with its panels. */
type Row = readonly [title: string, panels: readonly Builder<Panel>[]];

/** Creates a dashboard with the common links and annotations; `variables` are its own variables. */
export function dashboard(
  uid: string,
  title: string,
  about: string,
  rows: readonly Row[],
  variables: readonly Builder<VariableModel>[] = [],
): DashboardBuilder {
  const whole = new DashboardBuilder(title)
    .uid(`fifteen-${uid}`)
    .description(about)
    .tags(['fifteen'])
    .readonly()
    .timezone('browser')
    .time({ from: 'now-1h', to: 'now' })
    .refresh('30s')
    .variables([
      new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'),
      ...variables,
    ])
    .link(links)
    .annotation(firing);
  for (const [heading, panels] of rows) {
    whole.withRow(new RowBuilder(heading));
    for (const panel of panels) whole.withPanel(panel);
  }
  return whole;
}

/** Links each dashboard to the others. */
const links = new DashboardLinkBuilder('Fifteen')
  .type(DashboardLinkType.Dashboards)
  .tags(['fifteen'])
  .keepTime(true);

/** Annotates firing alerts of severity `page`. */
const firing = new AnnotationQueryBuilder()
  .name('Alerts')
  .datasource(prometheus)
  .enable(true)
  .iconColor('red')
  .expr('ALERTS{alertstate="firing", severity="page"}')
  .titleFormat('{{alertname}}')
  .textFormat('{{service}} {{invariant}} {{source}}')
  .step('60s');
