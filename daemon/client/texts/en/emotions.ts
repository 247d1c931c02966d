import type { OutputOf } from '../../types.ts'

/** The named emotions. */
export const emotions: Readonly<Record<OutputOf<'emotion.current'>['emotion'], string>> = {
  neutral: 'calm',
  happy: 'happy',
  excited: 'excited',
  proud: 'proud',
  interested: 'interested',
  affectionate: 'affectionate',
  grateful: 'grateful',
  hopeful: 'hopeful',
  relaxed: 'relaxed',
  quiet: 'quiet',
  curious: 'curious',
  surprised: 'surprised',
  anxious: 'anxious',
  fearful: 'fearful',
  distressed: 'distressed',
  angry: 'angry',
  annoyed: 'annoyed',
  regretful: 'regretful',
  subdued: 'subdued',
  sad: 'sad',
}
