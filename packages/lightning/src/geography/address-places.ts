import { readFile, stat } from 'node:fs/promises';
import { CodedError } from '@glassblock/primitives';
import { type AsnResponse, type CityResponse, type IspResponse, Reader } from 'mmdb-lib';
import { overrideOf } from './network-overrides.ts';

/** Names by language code. */
export type PlaceNames = Readonly<Record<string, string>>;

/** A city, subdivision or country, with its GeoNames id. */
export interface NamedPlace {
  id: number;
  names: PlaceNames;
}

/** Place of an address according to the files; unknown parts are absent. */
export interface AddressPlace {
  longitude: number | undefined;
  latitude: number | undefined;
  city: NamedPlace | undefined;
  subdivision: NamedPlace | undefined;
  country: (NamedPlace & { isoCode: string }) | undefined;
  /** Number of the autonomous system. */
  asNumber: number | undefined;
  /** Name of the internet service provider. */
  organization: string | undefined;
}

/** Paths of the operator's files. */
export interface GeographyFiles {
  city: string | undefined;
  asn: string | undefined;
  isp: string | undefined;
}

/** Which files are read. */
export type GeographyFileKind = keyof GeographyFiles;

/** State of one file. */
export interface GeographyFileState {
  kind: GeographyFileKind;
  /** Type of the database, from its metadata. */
  type: string;
  /** Unix seconds. */
  builtAt: number;
}

const kinds: readonly GeographyFileKind[] = ['city', 'asn', 'isp'];
/** Files of MaxMind have at most some hundred megabytes. */
const maxFileBytes = 1 << 30;
const maxCachedValues = 20_000;
const maxTextLength = 200;
const maxNames = 20;

interface OpenFile {
  path: string;
  modifiedMs: number;
  reader: Reader<CityResponse & AsnResponse & IspResponse>;
}

/**
 * Places of addresses from MaxMind DB files, which are read into memory and again when they have changed.
 * Records of one city share their names.
 */
export class AddressPlaces {
  private readonly files: GeographyFiles;
  private readonly open = new Map<GeographyFileKind, OpenFile>();
  private readonly known = new Map<string, NamedPlace & { isoCode: string }>();
  /** Increases when a file has been read. */
  version = 0;

  constructor(files: GeographyFiles) {
    this.files = files;
  }

  /** The files that are read. */
  get states(): GeographyFileState[] {
    return kinds.flatMap((kind) => {
      const metadata = this.open.get(kind)?.reader.metadata;
      if (metadata === undefined) return [];
      return [{ kind, type: metadata.databaseType, builtAt: Math.floor(metadata.buildEpoch.getTime() / 1_000) }];
    });
  }

  /** Whether there is a city file. */
  get hasCities(): boolean {
    return this.files.city !== undefined;
  }

  /** Whether there is a file with providers. */
  get hasProviders(): boolean {
    return (this.files.asn ?? this.files.isp) !== undefined;
  }

  /**
   * Reads files that are new or have changed; a file that cannot be read keeps its last content.
   * @throws {CodedError} lightning.bad-geography, after the other files were read
   */
  async refresh(): Promise<void> {
    const faults: string[] = [];
    for (const kind of kinds) {
      const path = this.files[kind];
      if (path === undefined) continue;
      try {
        await this.refreshFile(kind, path);
      } catch (cause) {
        faults.push(
          `the ${kind} file ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
        );
      }
    }
    if (faults.length > 0) throw new CodedError('lightning.bad-geography', faults.join('; '));
  }

  private async refreshFile(kind: GeographyFileKind, path: string): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    if (this.open.get(kind)?.modifiedMs === mtimeMs) return;
    if (size > maxFileBytes) throw new Error('it is larger than 1 GiB');
    const reader: OpenFile['reader'] = new Reader(await readFile(path), { cache: boundedCache() });
    const type = reader.metadata.databaseType;
    if (isOtherKind(kind, type)) throw new Error(`its type is ${String(type).slice(0, maxTextLength)}`);
    this.open.set(kind, { path, modifiedMs: mtimeMs, reader });
    this.known.clear();
    this.version++;
  }

  /** Returns where an address is; undefined without an entry. @param host IPv4, or IPv6 without brackets */
  placeOf(host: string): AddressPlace | undefined {
    const city = this.recordOf('city', host);
    const asn = this.recordOf('asn', host);
    const isp = this.recordOf('isp', host);
    const provider = overrideOf(host, {
      asNumber: numberOf(asn?.autonomous_system_number ?? isp?.autonomous_system_number),
      organization: textOf(isp?.isp ?? asn?.autonomous_system_organization ?? isp?.autonomous_system_organization),
    });
    const country = city?.country ?? city?.registered_country;
    const subdivision = city?.subdivisions?.[0];
    const place: AddressPlace = {
      longitude: degreesOf(city?.location?.longitude, 180),
      latitude: degreesOf(city?.location?.latitude, 90),
      city: this.named('city', city?.city),
      subdivision: this.named('subdivision', subdivision),
      country: this.named('country', country, textOf(country?.iso_code)),
      ...provider,
    };
    return Object.values(place).every((value) => value === undefined) ? undefined : place;
  }

  private recordOf(kind: GeographyFileKind, host: string) {
    try {
      return this.open.get(kind)?.reader.get(host) ?? undefined;
    } catch {
      // a damaged record: the address has no place
      return undefined;
    }
  }

  /** Returns one object for all records of a place. */
  private named(
    kind: string,
    record: { geoname_id?: number; names?: object } | undefined,
    isoCode = '',
  ): (NamedPlace & { isoCode: string }) | undefined {
    const id = numberOf(record?.geoname_id);
    if (id === undefined || (kind === 'country' && isoCode === '')) return undefined;
    const key = `${kind} ${id}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const names = Object.entries(record?.names ?? {}).slice(0, maxNames);
    const texts = names.flatMap(([language, name]) => (textOf(name) === undefined ? [] : [[language, textOf(name)!]]));
    const place = { id, isoCode, names: Object.fromEntries(texts) as Record<string, string> };
    this.known.set(key, place);
    return place;
  }
}

const [placeTypes, providerTypes] = [/city|country|location|enterprise/i, /asn|isp|enterprise/i];

/** Whether a type, which its maker has named, is of files of another kind: such a file would answer with nothing. */
const isOtherKind = (kind: GeographyFileKind, type: string): boolean => {
  const [own, other] = kind === 'city' ? [placeTypes, providerTypes] : [providerTypes, placeTypes];
  return other.test(type) && !own.test(type);
};

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxTextLength) : undefined;
const degreesOf = (value: unknown, limit: number): number | undefined =>
  typeof value === 'number' && Math.abs(value) <= limit ? value : undefined;

/** Decoded values by their place in the file; without it each lookup decodes all names again. */
function boundedCache() {
  const values = new Map<string | number, unknown>();
  return {
    get: (key: string | number) => values.get(key),
    set(key: string | number, value: unknown) {
      if (values.size >= maxCachedValues) values.clear();
      values.set(key, value);
    },
  };
}
