declare const __VERSION__: string

declare module 'virtual:palette.css'
