import classes from './system.module.css'

/** Figures with their names, side by side. */
export function Figures({ of }: { readonly of: Readonly<Record<string, React.ReactNode>> }) {
  return (
    <dl className={classes['tiles']}>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Names with what belongs to them, below each other. */
export function Pairs({ of }: { readonly of: Readonly<Record<string, React.ReactNode>> }) {
  return (
    <dl className={classes['pairs']}>
      {Object.entries(of).map(([name, value]) => (
        <Pair key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Pair({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
