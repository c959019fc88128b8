import { mount } from 'svelte'
import 'virtual:palette.css'
import './app.css'
import App from './App.svelte'
import { startLocale } from './lib/locale.svelte'
import { startRouter } from './lib/router.svelte'
import { applyTheme } from './lib/settings.svelte'
import { site } from './lib/site.svelte'
import { startUpdates } from './lib/page-update'

startLocale()
applyTheme()
startRouter()
startUpdates()
void site.load()

const target = document.getElementById('app')
if (target) mount(App, { target })
