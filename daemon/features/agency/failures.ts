import { failure } from '../../kernel/errors.ts'

export const GoalNotFound = failure('NOT_FOUND', 'goal not found')
export const TooManyGoals = failure(
  'UNPROCESSABLE',
  'you have as many goals as may be; complete or cancel one first',
  'too_many_goals',
)
export const GoalEnded = failure('CONFLICT', 'goal is completed or cancelled', 'goal_ended')
export const NotSuggested = failure('CONFLICT', 'goal is not a suggestion', 'not_suggested')
export const NotAccepted = failure('CONFLICT', 'the suggestion must be accepted first', 'not_accepted')
export const NotActive = failure('CONFLICT', 'goal is not active', 'not_active')
