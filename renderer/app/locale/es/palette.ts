/** Lo que se abre con Ctrl K: todo lo que se puede hacer, cada pantalla y cada registro. */
export const palette = {
  label: 'Comandos',
  placeholder: 'Escriba lo que quiere hacer o ver…',
  searchFor: 'Buscar «{{text}}» en todo',
  lookups: 'Consultas de pólizas',
  imports: 'Importar la cartera de pólizas',
  newPolicy: 'Póliza nueva',
  hosts: 'Servidores de fotos y documentos',
  group: {
    here: 'En esta pantalla',
    recent: 'Abierto hace poco',
    views: 'Vistas guardadas',
    found: 'Encontrado',
    screens: 'Ir a',
    settings: 'Ajustes',
    search: 'Búsqueda',
  },
  searching: 'Buscando…',
  failed: 'No se pudo buscar entre los registros; lo demás sigue aquí.',
  nothing: 'Nada coincide. Pruebe con menos letras.',
  count_one: '{{count}} opción. ↑ ↓ para elegir, Enter para abrir.',
  count_other: '{{count}} opciones. ↑ ↓ para elegir, Enter para abrir.',
} as const;
