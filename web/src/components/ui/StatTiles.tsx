interface StatTilesProps {
  /** Names and formatted values. */
  stats: readonly (readonly [name: string, value: string])[];
}

/** Figures of a player, three in a row. */
export function StatTiles({ stats }: StatTilesProps) {
  return (
    <dl className="grid grid-cols-3 gap-2">
      {stats.map(([name, value]) => (
        <div key={name} className="flex min-w-0 flex-col-reverse justify-end rounded-control bg-raised p-3">
          <dt className="text-13 text-muted">{name}</dt>
          <dd className="numeral text-20 leading-tight font-light">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
