import classes from './orb.module.css'

interface Mood {
  /** How pleasant, -1 to 1. */
  readonly valence: number
  /** How awake, -1 to 1. */
  readonly arousal: number
}

/** The companion's face: a ball of light, warm where it feels well and cool where it does not, quicker when awake. */
export function Orb({ size, mood }: { readonly size: number; readonly mood?: Mood }) {
  const { valence, arousal } = mood ?? { valence: 0.3, arousal: 0 }
  const style = {
    '--orb-size': `${size}px`,
    '--orb-hue': `${Math.round(255 + valence * 75)}`,
    '--orb-glow': `${Math.round(60 + valence * 25)}%`,
    '--orb-breath': `${(5.5 - arousal * 2.5).toFixed(1)}s`,
  }
  return <span className={classes['orb']} style={style as React.CSSProperties} aria-hidden="true" />
}
