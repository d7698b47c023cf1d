/** Places in and around Berlin for the address search, the reverse geocoder and the delivery check. */

/** A street or landmark: where it is and which zip code it has. `fixed`: the restaurant itself lists it. */
export interface PlaceData {
  id: string
  name: string
  zipcode: string
  lat: number
  lng: number
  fixed: boolean
}

const street = (id: string, name: string, zipcode: string, lat: number, lng: number): PlaceData => ({ id, name, zipcode, lat, lng, fixed: false })
const landmark = (id: string, name: string, zipcode: string, lat: number, lng: number): PlaceData => ({ id, name, zipcode, lat, lng, fixed: true })

/** Every place. Those far out are in no delivery area. */
const PLACES: readonly PlaceData[] = [
  street('pl-1', 'Ackerstraße', '10115', 52.5318, 13.3957),
  street('pl-2', 'Rathausstraße', '10178', 52.5185, 13.4073),
  street('pl-3', 'Rosenthaler Straße', '10178', 52.5255, 13.4025),
  street('pl-4', 'Torstraße', '10119', 52.5289, 13.4041),
  street('pl-5', 'Oranienburger Straße', '10117', 52.5249, 13.3943),
  street('pl-6', 'Friedrichstraße', '10117', 52.5163, 13.3885),
  street('pl-7', 'Karl-Liebknecht-Straße', '10178', 52.5219, 13.4089),
  street('pl-8', 'Invalidenstraße', '10115', 52.5308, 13.3826),
  street('pl-9', 'Chausseestraße', '10115', 52.5352, 13.3779),
  street('pl-10', 'Müllerstraße', '13353', 52.5471, 13.3573),
  street('pl-11', 'Seestraße', '13347', 52.5512, 13.3556),
  street('pl-12', 'Alt-Moabit', '10557', 52.5235, 13.3554),
  street('pl-13', 'Turmstraße', '10551', 52.5266, 13.3431),
  street('pl-14', 'Oranienstraße', '10999', 52.5007, 13.4203),
  street('pl-15', 'Skalitzer Straße', '10997', 52.4993, 13.4297),
  street('pl-16', 'Kottbusser Damm', '10967', 52.4931, 13.4221),
  street('pl-17', 'Bergmannstraße', '10961', 52.4889, 13.3941),
  street('pl-18', 'Sonnenallee', '12047', 52.4866, 13.4273),
  street('pl-19', 'Weserstraße', '12047', 52.4877, 13.4317),
  street('pl-20', 'Köpenicker Straße', '10179', 52.5112, 13.4197),
  street('pl-21', 'Kastanienallee', '10435', 52.5384, 13.4101),
  street('pl-22', 'Schönhauser Allee', '10437', 52.5461, 13.4132),
  street('pl-23', 'Danziger Straße', '10435', 52.5398, 13.4176),
  street('pl-24', 'Breite Straße', '13187', 52.5672, 13.4043),
  street('pl-25', 'Kurfürstendamm', '10719', 52.5022, 13.3285),
  street('pl-26', 'Karl-Marx-Allee', '10243', 52.5178, 13.4356),
  street('pl-27', 'Boxhagener Straße', '10245', 52.5109, 13.4606),
  street('pl-28', 'Spandauer Damm', '14059', 52.5188, 13.2878),
  street('pl-29', 'Bölschestraße', '12587', 52.4496, 13.6262),
  street('pl-30', 'Steinstraße, Brandenburg an der Havel', '14776', 52.4093, 12.5591),
  landmark('fx-1', 'Alexanderplatz', '10178', 52.5219, 13.4132),
  landmark('fx-2', 'Hackescher Markt', '10178', 52.5226, 13.4024),
  landmark('fx-3', 'Hauptbahnhof', '10557', 52.5251, 13.3694),
  landmark('fx-4', 'Hotel am Rosenthaler Platz', '10119', 52.5297, 13.4014),
  landmark('fx-5', 'Kottbusser Tor', '10999', 52.4991, 13.4181),
  landmark('fx-6', 'Mauerpark', '10437', 52.5444, 13.4027),
  landmark('fx-7', 'Flughafen BER', '12529', 52.3667, 13.5033),
]

/** Metres between two points on the ground. */
export const metresBetween = (a: { lat: number; lng: number }, b: { lat: number; lng: number }): number => {
  const rad = Math.PI / 180
  const x = (b.lng - a.lng) * rad * Math.cos(((a.lat + b.lat) / 2) * rad)
  const y = (b.lat - a.lat) * rad
  return Math.hypot(x, y) * 6371000
}

/** A street's house number near a point: the same point gives the same number. */
const houseNumber = (lat: number, lng: number): number => 1 + (Math.abs(Math.round(lat * 20000) * 31 + Math.round(lng * 20000) * 17) % 120)

/** The address nearest to a point, or null when there is no known street within four kilometres. */
export const addressAt = (lat: number, lng: number): { place: PlaceData; houseNumber: number | null; address: string } | null => {
  let best: PlaceData | null = null
  let distance = 4000
  for (const place of PLACES) {
    const metres = metresBetween(place, { lat, lng })
    if (metres < distance) [best, distance] = [place, metres]
  }
  if (best === null) return null
  const number = best.fixed ? null : houseNumber(lat, lng)
  return { place: best, houseNumber: number, address: number === null ? best.name : `${best.name} ${number}` }
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('strasse', 'str')
    .replace(/str\.?(?=\s|$)/g, 'str')

/** Places whose name or zip code contains the query; a house number at its end is ignored in the search and added to the name. */
export const findPlaces = (query: string, fixed: boolean): { place: PlaceData; name: string; id: string }[] => {
  const number = /\s+(\d{1,3}\s?[a-z]?)$/i.exec(query.trim())
  const street = folded(number ? query.trim().slice(0, number.index) : query.trim())
  if (street.length < 2) return []
  return PLACES.filter((place) => place.fixed === fixed && (folded(place.name).includes(street) || place.zipcode.startsWith(street)))
    .slice(0, 8)
    .map((place) => {
      const house = number?.[1]?.replace(/\s/g, '') ?? null
      return { place, name: house !== null && !fixed ? `${place.name} ${house}` : place.name, id: house !== null && !fixed ? `${place.id}~${house}` : place.id }
    })
}

/** The place of an id that `findPlaces` gave, with its house number moved a little along the street. */
export const placeById = (id: string): { place: PlaceData; address: string; lat: number; lng: number } | null => {
  const [key, house] = id.split('~')
  const place = PLACES.find((candidate) => candidate.id === key)
  if (!place) return null
  const along = house === undefined ? 0 : (Number.parseInt(house, 10) || 0) / 200000
  return { place, address: house === undefined ? place.name : `${place.name} ${house}`, lat: place.lat + along, lng: place.lng + along }
}
