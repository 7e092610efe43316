import {
  type PolicyContent,
  policyContentColumns,
  type VehicleContent,
  vehicleContentColumns,
} from '../../store/index.ts';

export function isSamePolicy(one: PolicyContent, other: PolicyContent): boolean {
  return policyContentColumns.every((column) => one[column] === other[column]);
}

export function isSameVehicle(one: VehicleContent, other: VehicleContent): boolean {
  return vehicleContentColumns.every((column) => one[column] === other[column]);
}
