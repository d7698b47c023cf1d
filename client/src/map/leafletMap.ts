import { Control, DivIcon, GridLayer, LatLngBounds, Map as LeafletMap, Marker, TileLayer, type LatLngExpression } from 'leaflet'
import type { BffConfig } from '../../../contracts/bff-types.ts'
import type { Coordinates } from '../../../contracts/types.ts'
import styles from './map.module.css'
import './leaflet.css'

export interface MapOptions {
  center: Coordinates
  zoom: number
  /** Null: a grid and a scale in place of tiles. */
  tiles: BffConfig['tiles']
  /** The accessible names of the map and its controls, translated. */
  words: { map: string; pin: string; zoomIn: string; zoomOut: string }
  /** The id of the text that explains how to move the pin. */
  pinHint?: string
  restaurant: { coordinates: Coordinates; name: string } | null
  pin: Coordinates | null
  /** Called after the pin was dragged, moved by the arrow keys, or set by a press on the map. Without it the pin can't be moved. */
  onPin?: (coordinates: Coordinates) => void
}

export interface DrawnMap {
  /** Sets the pin and scrolls it into view; null removes it. */
  setPin: (coordinates: Coordinates | null) => void
  remove: () => void
}

const step = 12
const directions: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

const pinDrawing =
  '<svg viewBox="0 0 32 42" width="32" height="42" aria-hidden="true"><path d="M16 1C7.7 1 1 7.6 1 15.8 1 27 16 41 16 41s15-14 15-25.2C31 7.6 24.3 1 16 1Z"/><circle cx="16" cy="16" r="5.5"/></svg>'

const toPoint = ({ lat, lng }: Coordinates): LatLngExpression => [lat, lng]

/** Draws a map into an element. The pin can be moved by keyboard: arrow keys on the pin, with Shift in larger steps. */
export function drawMap(element: HTMLElement, options: MapOptions): DrawnMap {
  const map = new LeafletMap(element, {
    center: toPoint(options.center),
    zoom: options.zoom,
    minZoom: 3,
    maxZoom: 19,
    zoomControl: false,
    // The wheel scrolls the page, not the map.
    scrollWheelZoom: false,
    zoomAnimation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    worldCopyJump: true,
  })
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', options.words.map)
  map.attributionControl.setPrefix(false)
  map.addControl(new Control.Zoom({ position: 'topright', zoomInTitle: options.words.zoomIn, zoomOutTitle: options.words.zoomOut }))
  map.addControl(new Control.Scale({ imperial: false, position: 'bottomleft' }))
  if (options.tiles === null) map.addLayer(new PlainLayer())
  else map.addLayer(new TileLayer(options.tiles.url, { attribution: options.tiles.attribution, maxZoom: 19 }))

  if (options.restaurant !== null) {
    const sign = document.createElement('span')
    sign.textContent = options.restaurant.name
    const icon = new DivIcon({ className: styles['restaurant'] ?? '', html: sign, iconSize: [0, 0] })
    map.addLayer(new Marker(toPoint(options.restaurant.coordinates), { icon, interactive: false, keyboard: false }))
  }

  let marker: Marker | null = null
  const place = (coordinates: Coordinates): Marker => {
    if (marker !== null) return marker.setLatLng(toPoint(coordinates))
    const movable = options.onPin !== undefined
    marker = new Marker(toPoint(coordinates), {
      icon: new DivIcon({ className: styles['pin'] ?? '', html: pinDrawing, iconSize: [32, 42], iconAnchor: [16, 41] }),
      draggable: movable,
      autoPan: movable,
      keyboard: movable,
      interactive: movable,
      title: options.words.pin,
      alt: options.words.pin,
      zIndexOffset: 1000,
    }).addTo(map)
    const sign = marker.getElement()
    if (!movable) {
      sign?.setAttribute('role', 'img')
      sign?.setAttribute('aria-label', options.words.pin)
      return marker
    }
    sign?.setAttribute('aria-label', options.words.pin)
    if (options.pinHint !== undefined) sign?.setAttribute('aria-describedby', options.pinHint)
    sign?.addEventListener('keydown', (event) => {
      const direction = directions[event.key]
      if (direction === undefined || marker === null) return
      event.preventDefault()
      event.stopPropagation()
      const length = event.shiftKey ? step * 6 : step
      const at = map.latLngToContainerPoint(marker.getLatLng()).add([direction[0] * length, direction[1] * length])
      moved(map.containerPointToLatLng(at))
    })
    const commit = (): void => {
      if (marker !== null) moved(marker.getLatLng())
    }
    marker.on('dragend', commit)
    marker.on('click', commit)
    return marker
  }
  const moved = ({ lat, lng }: Coordinates): void => {
    const coordinates = { lat: rounded(Math.max(-85, Math.min(85, lat))), lng: rounded(wrapped(lng)) }
    place(coordinates)
    map.panInside(toPoint(coordinates), { padding: [48, 56] })
    options.onPin?.(coordinates)
  }

  if (options.onPin !== undefined) map.on('click', (event) => moved(event.latlng))
  if (options.pin !== null) place(options.pin)
  // The element may be resized after the map is drawn (a sheet that slides in).
  const sized = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  sized.observe(element)

  return {
    setPin: (coordinates) => {
      if (coordinates === null) {
        marker?.remove()
        marker = null
        return
      }
      place(coordinates)
      const close = new LatLngBounds(map.getBounds().getSouthWest(), map.getBounds().getNorthEast()).pad(-0.15)
      if (!close.contains(toPoint(coordinates)) || map.getZoom() < 15) map.setView(toPoint(coordinates), Math.max(map.getZoom(), 16))
    },
    remove: () => {
      sized.disconnect()
      map.remove()
    },
  }
}

/** A map without tiles: a grid, so that moving and scale can be seen. */
class PlainLayer extends GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div')
    tile.className = styles['plain'] ?? ''
    return tile
  }
}

/** Seven decimals are a centimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}

function wrapped(lng: number): number {
  return ((((lng + 180) % 360) + 360) % 360) - 180
}
