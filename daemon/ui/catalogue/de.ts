import { emotions } from '../../client/texts/de/emotions.ts'
import { common } from './de/common.ts'
import { connect } from './de/connect.ts'
import { factors } from './de/factors.ts'
import { goals } from './de/goals.ts'
import { household } from './de/household.ts'
import { inbox } from './de/inbox.ts'
import { locked } from './de/locked.ts'
import { me } from './de/me.ts'
import { memories } from './de/memories.ts'
import { mood } from './de/mood.ts'
import { quick } from './de/quick.ts'
import { recover } from './de/recover.ts'
import { system } from './de/system.ts'
import { talk } from './de/talk.ts'
import { trust } from './de/trust.ts'
import { welcome } from './de/welcome.ts'

/** Every text of the pages in German, by page. */
export const de = {
  common,
  connect,
  emotions,
  factors,
  goals,
  household,
  inbox,
  locked,
  me,
  memories,
  mood,
  quick,
  recover,
  system,
  talk,
  trust,
  welcome,
}
