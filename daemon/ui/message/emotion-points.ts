import type { emotions } from '../../client/texts/en/emotions.ts'

/** How pleasant and how awake a named emotion is, each -1 to 1, as the daemon has them. */
const points: Readonly<Record<keyof typeof emotions, readonly [valence: number, arousal: number]>> = {
  neutral: [0, 0],
  happy: [0.81, 0.51],
  excited: [0.62, 0.75],
  proud: [0.77, 0.38],
  interested: [0.64, 0.51],
  affectionate: [0.64, 0.35],
  grateful: [0.64, 0.16],
  hopeful: [0.51, 0.23],
  relaxed: [0.68, -0.46],
  quiet: [0.19, -0.4],
  curious: [0.22, 0.62],
  surprised: [0.4, 0.67],
  anxious: [0.01, 0.59],
  fearful: [-0.64, 0.6],
  distressed: [-0.61, 0.28],
  angry: [-0.51, 0.59],
  annoyed: [-0.28, 0.17],
  regretful: [-0.52, 0.02],
  subdued: [-0.17, -0.26],
  sad: [-0.63, -0.27],
}

export type EmotionName = keyof typeof points

export const isEmotion = (name: string): name is EmotionName => Object.hasOwn(points, name)

/** The mood that an emotion names. */
export function moodOf(name: EmotionName): { valence: number; arousal: number } {
  const [valence, arousal] = points[name]
  return { valence, arousal }
}
