import { failure } from '../../kernel/errors.ts'

export const GoalNotFound = failure('NOT_FOUND', 'goal not found')
export const GoalEnded = failure('CONFLICT', 'goal is completed or cancelled')
export const NotSuggested = failure('CONFLICT', 'goal is not a suggestion')
export const NotAccepted = failure('CONFLICT', 'the suggestion must be accepted first')
export const NotActive = failure('CONFLICT', 'goal is not active')
