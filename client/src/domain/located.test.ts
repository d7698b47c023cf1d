import { describe, expect, it } from 'vitest'
import { coordinatesOf, type LocatedAddress } from './located.ts'

const located: LocatedAddress = { address: 'Rathausstraße 5, 10178 Berlin', coordinates: { lat: 52.52, lng: 13.4 } }

describe('where an address in words is', () => {
  it('is known while the words of the place stand in it', () => {
    expect(coordinatesOf('Rathausstraße 5, 10178 Berlin', located)).toEqual({ lat: 52.52, lng: 13.4 })
    expect(coordinatesOf('Rathausstraße 5, 10178 Berlin\n3rd floor, Lovelace', located)).toEqual({ lat: 52.52, lng: 13.4 })
  })

  it('is not known once a word of it is another one', () => {
    const at = (address: string) => ({ address, coordinates: { lat: 1, lng: 2 } })
    expect(coordinatesOf('11 Main Street', at('1 Main Street'))).toBeNull()
    expect(coordinatesOf('Hauptstraße 12', at('Hauptstraße 1'))).toBeNull()
    expect(coordinatesOf('Hauptstraße 1a', at('Hauptstraße 1'))).toBeNull()
    expect(coordinatesOf('Hauptstraße 1/2', at('Hauptstraße 1'))).toBeNull()
    expect(coordinatesOf('c/o Lovelace,\n1  Main Street; 3rd floor', at('1 Main Street'))).toEqual({ lat: 1, lng: 2 })
  })

  it('is not known of another address, and of what the browser kept wrong', () => {
    expect(coordinatesOf('Torstraße 7', located)).toBeNull()
    expect(coordinatesOf('Rathausstraße 5', null)).toBeNull()
    for (const kept of [
      {},
      [],
      { address: '' },
      { address: 'Torstraße 7' },
      { address: 'Torstraße 7', coordinates: { lat: '52', lng: null } },
    ])
      expect(coordinatesOf('Torstraße 7', kept as never)).toBeNull()
  })
})
