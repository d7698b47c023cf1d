import { describe, expect, it } from 'vitest'
import { stepOf, type Step } from './step.ts'

type Facts = Parameters<typeof stepOf>[0]

/** A customer who has filled in everything. */
const ready: Facts = {
  phase: 'editing',
  attempt: false,
  waiting: false,
  count: 2,
  obstacle: null,
  loading: false,
  barred: false,
  summary: false,
  failed: false,
}

describe('the checkout', () => {
  it.each<[string, Partial<Facts>, Partial<Step>]>([
    ['everything is filled in', {}, { shows: 'form', canPress: true, busy: false, locked: false }],
    ['something is missing', { obstacle: 'date' }, { shows: 'form', canPress: false }],
    ['the bill is loading', { loading: true }, { shows: 'form', canPress: false }],
    ['a part of the bill is missing', { barred: true }, { shows: 'form', canPress: false }],
    ['the cart is empty', { count: 0, obstacle: 'empty' }, { shows: 'empty', canPress: false }],
    ['the cart is empty, and an order is open', { count: 0, attempt: true }, { shows: 'form', locked: true, canPress: false }],
    ['the cart is empty, since its order has just been placed', { count: 0, phase: 'leaving' }, { shows: 'form', busy: true }],
    ['the order is being sent', { phase: 'sending', attempt: true }, { shows: 'form', busy: true, locked: false, canPress: false }],
    ['its answer was lost', { phase: 'checking', attempt: true }, { busy: true, locked: false, canPress: false }],
    ['nobody knows whether it arrived', { phase: 'unknown', attempt: true }, { shows: 'form', locked: true, canPress: false }],
    ['it was refused', { phase: 'refused', failed: true, summary: true }, { shows: 'form', canPress: true }],
    ['an order waits for its payment', { waiting: true }, { shows: 'waiting' }],
    ['an order waits, and the cart is empty', { waiting: true, count: 0 }, { shows: 'waiting' }],
    ['an order waits, and another one has no answer', { waiting: true, attempt: true }, { shows: 'form', locked: true }],
    ['the page goes to the payment page', { waiting: true, phase: 'leaving' }, { shows: 'form', busy: true }],
    ['everything is known', { summary: true }, { shows: 'recap', canPress: true }],
    ['everything is known but what it costs', { summary: true, loading: true, obstacle: 'provider' }, { shows: 'recap', canPress: false }],
    ['only the terms are missing', { summary: true, obstacle: 'terms' }, { shows: 'recap', canPress: false }],
    ['the total has changed', { summary: true, obstacle: 'total' }, { shows: 'recap', canPress: false }],
    ['the remembered time has passed', { summary: true, obstacle: 'date' }, { shows: 'form', canPress: false }],
  ])('%s', (_, facts, step) => {
    expect(stepOf({ ...ready, ...facts })).toMatchObject(step)
  })
})
