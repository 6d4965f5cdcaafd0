/// What can be done wherever the focus is.
package enum AppCommand: String, CommandGroup {
  case focusComposer, focusQueue, focusResponse, nextPanel, previousPanel, zoom
  case find, findNext, findPrevious
  case help, palette, back, leave, quit, suspend, redraw
  case cancelOpen, newRequest
  case browser, requests, catalogs, history, environments, gateways, stubs, cookies, cache,
    sharedValues,
    themes
  case log
  case mouse, trust

  package var facts: CommandFacts {
    switch self {
    case .focusComposer: .init("Go to the composer", hint: "composer", in: .anywhere)
    case .focusQueue: .init("Go to the queue", hint: "queue", in: .anywhere)
    case .focusResponse: .init("Go to the response", hint: "response", in: .anywhere)
    case .nextPanel: .init("Go to the next panel", hint: "next panel", in: .anywhere)
    case .previousPanel: .init("Go to the previous panel", hint: "previous panel", in: .anywhere)
    case .zoom: .init("Zoom this panel", hint: "zoom", in: .anywhere)
    case .find: .init("Find in the response", hint: "find", in: .anywhere)
    case .findNext: .init("Go to the next hit", hint: "next hit", in: .anywhere)
    case .findPrevious: .init("Go to the previous hit", hint: "previous hit", in: .anywhere)
    case .help: .init("Show the keys that work here", hint: "help", in: .always)
    case .palette: .init("Find a command", hint: "commands", in: .anywhere)
    case .back: .init("Go back", hint: "back", in: .anywhere)
    case .leave:
      .init(
        "Go back, or quit", hint: "quit", help: "Quits where nothing is left to close.",
        in: .anywhere)
    case .quit:
      .init("Quit", hint: "quit", help: "Asks when requests are running or unsaved.", in: .always)
    case .suspend: .init("Suspend to the shell", hint: "suspend", in: .always)
    case .redraw: .init("Draw the screen anew", hint: "redraw", in: .always)
    case .cancelOpen:
      .init(
        "Cancel the open request", hint: "cancel request",
        help: "The one the response panel shows.", in: .anywhere)
    case .newRequest: .init("Begin a new request", hint: "new", in: .anywhere)
    case .browser:
      .init("Browse requests, catalogs and history", hint: "browse", in: .anywhere)
    case .requests: .init("Open a saved request", hint: "requests", in: .anywhere)
    case .catalogs:
      .init(
        "Open an endpoint of a catalog", hint: "catalogs",
        help: "API descriptions of the folder catalogs and those that come with Weir.",
        in: .anywhere)
    case .history: .init("Look through what was exchanged", hint: "history", in: .anywhere)
    case .environments: .init("Choose the environment", hint: "environments", in: .anywhere)
    case .gateways:
      .init(
        "List the gateways", hint: "gateways", help: "New, edit, delete, make default.",
        in: .anywhere)
    case .stubs:
      .init(
        "Switch stub responses", hint: "stubs",
        help: "Off; what routes of weir.yaml fit; strict, so that nothing reaches the network.",
        in: .anywhere)
    case .cookies: .init("List the cookies", hint: "cookies", in: .anywhere)
    case .cache:
      .init(
        "List the cached responses", hint: "cache",
        help: "With age, lifetime left, size and validator.", in: .anywhere)
    case .sharedValues:
      .init(
        "List the shared values", hint: "shared values",
        help: "Keys with values that stay; a watched key tells when it changes.", in: .anywhere)
    case .themes: .init("Choose the theme", hint: "themes", in: .anywhere)
    case .log:
      .init(
        "Show the event log", hint: "event log",
        help: "Filters: kind:finished job:17 graph:g3 gateway:api, or any text.", in: .anywhere)
    case .trust:
      .init(
        "Trust this workspace", hint: "trust",
        help: "Lets its requests use secrets, files outside and unchecked certificates.",
        in: .anywhere)
    case .mouse:
      .init(
        "Switch the mouse", hint: "mouse",
        help: "Off leaves the mouse to the terminal, which selects text.", in: .anywhere)
    }
  }
}
