import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Area } from '../../../contracts/types.ts'
import { ApiError } from '../api/apiError.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { usePlaceCheck } from './location.ts'
import * as queries from './queries.ts'

vi.mock('./queries.ts', () => ({ checkDelivery: vi.fn(), addressAt: vi.fn() }))

const area = (id: number): Area => ({ id, name: `Area ${id}`, minimumOrder: 0, deliveryPrice: 0, freeDeliveryThreshold: 0 })
const here = { lat: 52.5, lng: 13.4 }
const there = { lat: 48.1, lng: 11.6 }
const checkDelivery = vi.mocked(queries.checkDelivery)
const addressAt = vi.mocked(queries.addressAt)
const written = vi.fn()
const start = () => renderHook(() => usePlaceCheck({ place: null, area: null }, written)).result

beforeEach(() => {
  checkDelivery.mockReset()
  addressAt.mockReset()
  written.mockReset()
  setConfig({ ...fallbackConfig, geocoder: true })
})
afterEach(() => setConfig(fallbackConfig))

describe('a picked place', () => {
  it('is reverse-geocoded, then checked, which sets the area', async () => {
    addressAt.mockResolvedValue({ address: 'Rathausstraße 5', zipcode: '10178' })
    checkDelivery.mockResolvedValue(area(1))
    const result = start()
    act(() => void result.current.pick(here))
    await waitFor(() => expect(result.current.coverage).toEqual({ state: 'covered', area: area(1) }))
    expect(result.current.place).toEqual({ coordinates: here, address: 'Rathausstraße 5', zipcode: '10178' })
    expect(checkDelivery).toHaveBeenCalledExactlyOnceWith({ coordinates: here, address: 'Rathausstraße 5', zipcode: '10178' })
    expect(written).toHaveBeenCalledExactlyOnceWith('Rathausstraße 5')
  })

  it('is checked without an address where no geocoder answers', async () => {
    addressAt.mockRejectedValue(new ApiError({ status: 502 }))
    checkDelivery.mockResolvedValue(area(1))
    const result = start()
    act(() => void result.current.pick(here))
    await waitFor(() => expect(result.current.coverage.state).toBe('covered'))
    expect(checkDelivery).toHaveBeenCalledExactlyOnceWith({ coordinates: here })
    setConfig(fallbackConfig)
    addressAt.mockClear()
    act(() => void result.current.pick(there))
    await waitFor(() => expect(checkDelivery).toHaveBeenCalledTimes(2))
    expect(addressAt).not.toHaveBeenCalled()
  })

  it('that was picked last counts, in whatever order the responses arrive', async () => {
    setConfig(fallbackConfig)
    let answerFirst: (area: Area) => void = () => undefined
    checkDelivery.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve))).mockResolvedValueOnce(area(2))
    const result = start()
    act(() => void result.current.pick(here, { address: 'first', zipcode: '' }))
    act(() => void result.current.pick(there, { address: 'second', zipcode: '' }))
    await waitFor(() => expect(result.current.coverage).toEqual({ state: 'covered', area: area(2) }))
    await act(async () => {
      answerFirst(area(1))
      await Promise.resolve()
    })
    expect(result.current.coverage).toEqual({ state: 'covered', area: area(2) })
    expect(result.current.place?.address).toBe('second')
  })

  it('of a press counts only until the next press: a late position does not replace what was chosen meanwhile', async () => {
    setConfig(fallbackConfig)
    checkDelivery.mockResolvedValue(area(1))
    const result = start()
    const located = result.current.begin()
    act(() => void result.current.pick(there, { address: 'chosen', zipcode: '' }))
    await waitFor(() => expect(result.current.coverage.state).toBe('covered'))
    act(() => void located(here))
    expect(result.current.place?.address).toBe('chosen')
    act(() => void result.current.begin()(here, { address: 'later', zipcode: '' }))
    expect(result.current.place?.address).toBe('later')
  })

  it.each([
    [422, { state: 'outside' }],
    [404, { state: 'outside' }],
    [400, { state: 'outside' }],
    [403, { state: 'outside' }],
    [409, { state: 'outside' }],
    [401, { state: 'failed', message: 'Later.' }],
    [429, { state: 'failed', message: 'Later.' }],
    [503, { state: 'failed', message: 'Later.' }],
  ])('a check that answers %i is %j', async (status, coverage) => {
    setConfig(fallbackConfig)
    checkDelivery.mockRejectedValueOnce(new ApiError({ status, message: 'Later.' })).mockResolvedValueOnce(area(1))
    const result = start()
    act(() => void result.current.pick(here))
    await waitFor(() => expect(result.current.coverage).toEqual(coverage))
    act(() => result.current.again())
    await waitFor(() => expect(result.current.coverage.state).toBe('covered'))
  })

  it('is debounced', async () => {
    setConfig(fallbackConfig)
    checkDelivery.mockResolvedValue(area(1))
    const result = start()
    act(() => {
      result.current.pick(here, undefined, true)
      result.current.pick(there, undefined, true)
    })
    await waitFor(() => expect(result.current.coverage.state).toBe('covered'))
    expect(checkDelivery).toHaveBeenCalledExactlyOnceWith({ coordinates: there })
  })
})
