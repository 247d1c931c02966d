import type { emotions as english } from '../en/emotions.ts'

export const emotions: typeof english = {
  neutral: 'ruhig',
  happy: 'froh',
  excited: 'begeistert',
  proud: 'stolz',
  interested: 'interessiert',
  affectionate: 'liebevoll',
  grateful: 'dankbar',
  hopeful: 'hoffnungsvoll',
  relaxed: 'entspannt',
  quiet: 'still',
  curious: 'neugierig',
  surprised: 'überrascht',
  anxious: 'unruhig',
  fearful: 'ängstlich',
  distressed: 'bedrückt',
  angry: 'ärgerlich',
  annoyed: 'genervt',
  regretful: 'reumütig',
  subdued: 'gedämpft',
  sad: 'traurig',
}
