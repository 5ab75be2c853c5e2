// The explorer's page: every action with the picture of what it is, shown on the table when pointed at.
import { furnish } from "./explored.js";

furnish(document.querySelector("main.explore"), document.querySelector("#board"));
