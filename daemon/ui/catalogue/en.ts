import { emotions } from '../../client/texts/en/emotions.ts'
import { common } from './en/common.ts'
import { connect } from './en/connect.ts'
import { factors } from './en/factors.ts'
import { goals } from './en/goals.ts'
import { household } from './en/household.ts'
import { inbox } from './en/inbox.ts'
import { locked } from './en/locked.ts'
import { me } from './en/me.ts'
import { memories } from './en/memories.ts'
import { mood } from './en/mood.ts'
import { quick } from './en/quick.ts'
import { recover } from './en/recover.ts'
import { system } from './en/system.ts'
import { talk } from './en/talk.ts'
import { trust } from './en/trust.ts'
import { welcome } from './en/welcome.ts'

/** Every text of the pages in English, by page. */
export const en = {
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
