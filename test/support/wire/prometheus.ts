import assert from 'node:assert/strict'

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`
const comment = new RegExp(`^# (HELP|TYPE) (${metricName}) (.+)$`)
const sample = new RegExp(
  String.raw`^(${metricName})(?:\{(${label}(?:,${label})*)\})? (-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|[-+]Inf|NaN)$`,
)
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/**
 * Reads an exposition as strictly as the text format 0.0.4 is written: every line, every metric said to be something
 * before its samples, none of them twice, the buckets of a histogram cumulative up to its count.
 */
export function readExposition(text: string): Sample[] {
  assert.ok(text.endsWith('\n'), 'the last line has no end')
  const types = new Map<string, string>()
  const samples: Sample[] = []
  const seen = new Set<string>()
  let current = ''
  for (const line of text.split('\n').filter((line) => line !== '')) {
    if (line.startsWith('#')) {
      const [, kind = '', name = '', rest = ''] = comment.exec(line) ?? assert.fail(`no comment: ${line}`)
      if (kind === 'HELP') {
        assert.ok(!types.has(name), `${name} comes twice`)
        current = name
        continue
      }
      assert.equal(name, current, 'HELP and TYPE are of one metric')
      assert.ok(rest in suffixes, `no type: ${line}`)
      types.set(name, rest)
      continue
    }
    const [, name = '', labels = '', value = ''] = sample.exec(line) ?? assert.fail(`no sample: ${line}`)
    const allowed = suffixes[types.get(current) ?? ''] ?? []
    assert.ok(
      allowed.some((suffix) => name === current + suffix),
      `${name} is no ${current}`,
    )
    assert.ok(!seen.has(`${name}{${labels}}`), `twice: ${line}`)
    seen.add(`${name}{${labels}}`)
    samples.push({ name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) })
  }
  for (const [name, type] of types) {
    if (type === 'histogram') assertCumulative(name, samples)
    if (type === 'counter') assert.match(name, /_total$/)
  }
  return samples
}

/** The value of the one sample that fits; undefined where there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const fitting = samples.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )
  assert.ok(fitting.length <= 1, `${name} is not one`)
  return fitting[0]?.value
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function assertCumulative(name: string, samples: readonly Sample[]): void {
  for (const { labels, value } of samples.filter((one) => one.name === `${name}_count`)) {
    const buckets = samples.filter(
      (one) =>
        one.name === `${name}_bucket` &&
        Object.entries(labels).every(([key, wanted]) => one.labels[key] === wanted),
    )
    const bounds = buckets.map(({ labels: { le = '' } }) => Number(le.replace('Inf', 'Infinity')))
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
    )
    assert.equal(bounds.at(-1), Infinity)
    const counts = buckets.map((one) => one.value)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    )
    assert.equal(counts.at(-1), value)
  }
}
