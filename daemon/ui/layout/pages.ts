import {
  IconBrain,
  IconHeart,
  IconHome,
  IconInbox,
  IconMessageCircle,
  IconServer,
  IconTarget,
  IconUser,
} from '@tabler/icons-react'

/** The pages of the navigation, in their order. */
export const pages = [
  { to: '/talk', text: 'nav.talk', short: 'nav.talk', icon: IconMessageCircle, admins: false },
  { to: '/inbox', text: 'nav.inbox', short: 'nav.inbox', icon: IconInbox, admins: false },
  { to: '/memories', text: 'nav.memories', short: 'nav.memories', icon: IconBrain, admins: false },
  { to: '/mood', text: 'nav.mood', short: 'nav.mood_short', icon: IconHeart, admins: false },
  { to: '/goals', text: 'nav.goals', short: 'nav.goals', icon: IconTarget, admins: false },
  { to: '/me', text: 'nav.me', short: 'nav.me', icon: IconUser, admins: false },
  { to: '/household', text: 'nav.household', short: 'nav.household', icon: IconHome, admins: true },
  { to: '/system', text: 'nav.system', short: 'nav.system', icon: IconServer, admins: true },
] as const

export type Page = (typeof pages)[number]

/** How many of them a narrow window shows at its foot; the others are behind "More". */
export const atTheFoot = 4
