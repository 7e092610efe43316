/** Specifies one photograph: what it shows, and what its camera writes into it. */
import { capitals } from '#shared/rules/dominican-places.ts';
import { type Random, randomFor } from '../random.ts';
import type { CameraFacts, Orientation } from './exif.ts';
import {
  type BodyStyle,
  bodyStyles,
  carColours,
  damageKinds,
  lights,
  type Scene,
  sceneryKinds,
  type View,
  views,
} from './sample-scene.ts';

/** What its report says of it; everything is optional but the report's id. */
export interface PictureFacts {
  view?: View;
  /** Its place among the report's pictures, from 0. */
  position?: number;
  report: ReportFacts;
}

export interface ReportFacts {
  /** All photographs of one report show one car at one place. */
  reportId: number;
  vin?: string;
  style?: BodyStyle;
  odometerKm?: number;
  /** Local time, `YYYY-MM-DDTHH:mm:ss`. */
  incidentAt?: string;
  provinceName?: string;
}

export interface PhotoSpec {
  scene: Scene;
  isPortrait: boolean;
  /** Null as in a picture whose EXIF a messenger removed. */
  camera: CameraFacts | null;
  /** How the sensor lay; `camera` repeats it. */
  orientation: Orientation;
  /** Of the whole picture, from 0 to 1. */
  grain: number;
}

/** `name` is the file's own name without its ending: it and the seed alone decide which photograph it is. */
export function photoSpec(
  seed: number,
  name: string,
  { view, position = 0, report }: PictureFacts,
): PhotoSpec {
  const random = randomFor(seed, `shot ${name}`);
  const ofReport = randomFor(seed, `photos of report ${report.reportId}`);
  const look = {
    style: report.style ?? ofReport.pick(bodyStyles),
    colour: ofReport.pick(carColours),
    plate: `PRUEBA ${String(ofReport.integer(1, 99)).padStart(2, '0')}`,
  };
  const damage = {
    kind: ofReport.pick(damageKinds),
    side: ofReport.pick(['front', 'rear', 'right', 'left'] as const),
    at: ofReport.fraction(),
  };
  const isPortrait = random.chance(0.25);
  const orientation = randomOrientation(random, isPortrait);
  const light = ofReport.pick(lights);
  const camera = cameraFacts(ofReport, random, report, position, orientation);
  return {
    scene: {
      seed,
      label: name,
      view: view ?? random.pick(views),
      look,
      vin: report.vin ?? `0PR${String(ofReport.integer(0, 99_999_999)).padStart(14, '0')}`,
      odometer: String(report.odometerKm ?? ofReport.integer(4_000, 190_000)).padStart(6, '0'),
      // Some were taken later, at the workshop.
      sceneryKind: random.chance(0.2) ? random.pick(sceneryKinds) : ofReport.pick(sceneryKinds),
      light: random.chance(0.25) ? random.pick(lights) : light,
      damage,
    },
    isPortrait,
    camera,
    orientation,
    grain: 0.07 + random.fraction() * 0.05 + (light === 'night' ? 0.05 : 0),
  };
}

/** A tall picture is mostly a wide one that was turned. */
function randomOrientation(random: Random, isPortrait: boolean): Orientation {
  if (isPortrait) return random.pick([6, 6, 6, 8, 1]);
  return random.pick([1, 1, 1, 1, 1, 1, 1, 3, 6]);
}

const cameras = [
  { make: 'Cámara Prueba', model: 'Modelo 1', software: null },
  { make: 'Cámara Prueba', model: 'Modelo 2', software: 'Prueba 2.4' },
  { make: 'Teléfono Prueba', model: 'T3', software: 'Prueba 11' },
];

function cameraFacts(
  ofReport: Random,
  random: Random,
  { incidentAt = '2026-11-16T15:20:00', provinceName }: ReportFacts,
  position: number,
  orientation: Orientation,
): CameraFacts | null {
  const camera = ofReport.pick(cameras);
  const minutesAfter = ofReport.integer(4, 90);
  // Now and then they are older than the incident: somebody looks into that.
  const daysBefore = ofReport.chance(0.12) ? ofReport.integer(16, 55) : 0;
  const locates = ofReport.chance(0.65);
  const capital = capitals.find(({ province }) => province === provinceName) ?? ofReport.pick(capitals);
  const place = {
    latitude: capital.latitude + (ofReport.fraction() - 0.5) * 0.05,
    longitude: capital.longitude + (ofReport.fraction() - 0.5) * 0.05,
  };
  const saysZone = ofReport.chance(0.85);
  if (random.chance(0.1)) return null;
  const incident = Date.parse(`${incidentAt}Z`);
  const taken =
    incident + (minutesAfter * 60 + position * 47 + random.integer(0, 20)) * 1_000 - daysBefore * 86_400_000;
  return {
    ...camera,
    takenAt: new Date(taken).toISOString().slice(0, 19),
    zone: saysZone ? '-04:00' : null,
    gps: locates
      ? {
          latitude: place.latitude + (random.fraction() - 0.5) * 0.0004,
          longitude: place.longitude + (random.fraction() - 0.5) * 0.0004,
        }
      : null,
    orientation,
  };
}
