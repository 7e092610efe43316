import exifr from 'exifr';
import { expect, test } from 'vitest';
import { encodePhoto } from '../../../main/simulator/files/encode-photo.ts';
import type { Orientation } from '../../../main/simulator/files/exif.ts';
import { type PhotoSpec, photoSpec } from '../../../main/simulator/files/photo-spec.ts';
import { views } from '../../../main/simulator/files/sample-scene.ts';
import { bitsApart, perceptualHash } from './perceptual-hash.ts';

const report = { reportId: 7, incidentAt: '2026-11-14T16:40:00', provinceName: 'Santiago' };
const small = 0.02;

/** Of two reports, one of each view. */
const shots = Array.from({ length: 2 }, (_, index) =>
  views.map((view, position) =>
    photoSpec(1, `${index}-${position}`, { view, position, report: { reportId: index } }),
  ),
).flat();

test('photographs differ from each other by far more than 7 bits of a perceptual hash', async () => {
  const hashes: boolean[][] = [];
  for (const shot of shots) hashes.push(await perceptualHash(await encodePhoto(shot, 'whole', small)));
  const closest = Math.min(
    ...hashes.flatMap((one, index) => hashes.slice(index + 1).map((other) => bitsApart(one, other))),
  );
  expect(closest).toBeGreaterThanOrEqual(11);
});

test('an edited one has other bytes and fewer pixels, and looks the same', async () => {
  for (const shot of shots.slice(0, 2)) {
    const [whole, edited] = [await encodePhoto(shot, 'whole', 0.05), await encodePhoto(shot, 'edited', 0.05)];
    expect(edited.length).toBeLessThan(whole.length);
    expect(await exifr.parse(edited)).toBeUndefined();
    const apart = bitsApart(await perceptualHash(whole), await perceptualHash(edited));
    expect(apart).toBeLessThanOrEqual(7);
  }
});

test.each([1, 3, 6, 8] as const)(
  'orientation %i: turned as its EXIF says, it is upright',
  async (orientation) => {
    const [shot] = shots.filter(({ camera }) => camera !== null);
    const held = (as: Orientation): PhotoSpec => ({
      ...shot!,
      orientation: as,
      camera: { ...shot!.camera!, orientation: as },
    });
    const jpeg = await encodePhoto(held(orientation), 'whole', small);
    expect((await exifr.orientation(jpeg)) ?? 1).toBe(orientation);
    const upright = await perceptualHash(await encodePhoto(held(1), 'whole', small));
    expect(bitsApart(upright, await perceptualHash(jpeg))).toBeLessThanOrEqual(4);
  },
);

test('EXIF says the camera, the time, the zone and the place that the shot has', async () => {
  const shot = photoSpec(2, 'a', { position: 3, report });
  const camera = {
    make: 'Cámara Prueba',
    model: 'Modelo 1',
    software: null,
    takenAt: '2026-11-14T16:59:30',
    zone: '-04:00',
    gps: { latitude: 19.4517, longitude: -70.697 },
    orientation: 6 as const,
  };
  const jpeg = await encodePhoto({ ...shot, camera, orientation: 6 }, 'whole', small);
  expect(await exifr.parse(jpeg, { reviveValues: false, translateValues: false })).toMatchObject({
    Model: 'Modelo 1',
    Orientation: 6,
    DateTimeOriginal: '2026:11:14 16:59:30',
    OffsetTimeOriginal: '-04:00',
  });
  const { Make } = (await exifr.parse(jpeg)) as { Make: string };
  expect(Buffer.from(Make, 'latin1').toString('utf8') === camera.make || Make === camera.make).toBe(true);
  const { latitude, longitude } = await exifr.gps(jpeg);
  expect(latitude).toBeCloseTo(19.4517, 5);
  expect(longitude).toBeCloseTo(-70.697, 5);
});

test('most were taken soon after the incident, some weeks before, some say nothing of where or when', () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    photoSpec(1, `n${index}`, { report: { ...report, reportId: index } }),
  );
  const cameras = many.flatMap(({ camera }) => (camera === null ? [] : [camera]));
  const minutesAfter = cameras.map(
    ({ takenAt }) => (Date.parse(`${takenAt}Z`) - Date.parse(`${report.incidentAt}Z`)) / 60_000,
  );
  const soon = minutesAfter.filter((minutes) => minutes >= 0 && minutes < 120).length / many.length;
  const long = minutesAfter.filter((minutes) => minutes < -15 * 1_440).length / many.length;
  expect(soon).toBeGreaterThan(0.7);
  expect(long).toBeGreaterThan(0.04);
  expect(cameras.length).toBeLessThan(many.length);
  expect(cameras.filter(({ gps }) => gps === null).length).toBeGreaterThan(40);
  for (const { gps } of cameras) {
    if (gps === null) continue;
    expect(Math.abs(gps.latitude - 19.45) + Math.abs(gps.longitude + 70.7)).toBeLessThan(0.1);
  }
  expect(new Set(many.map(({ orientation }) => orientation))).toEqual(new Set([1, 3, 6, 8]));
});
