import "./fonts.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./state/settings.svelte";

settings.load();

const target = document.getElementById("app");
if (target) mount(App, { target });
