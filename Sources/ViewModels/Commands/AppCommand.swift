/// Commands that are independent of the focus.
package enum AppCommand: String, CommandGroup {
  case focusComposer, focusQueue, focusResponse, nextPanel, previousPanel, zoom
  case find, findNext, findPrevious
  case help, manual, palette, back, leave, quit, suspend, redraw
  case cancelOpen, newRequest, closeRequest, nextRequest, previousRequest,
    openRequests, undo, importFile
  case grow, shrink, resetSizes
  case sidebar, requests, findRequest
  case mouse, trust, makeWorkspace

  package static let family = CommandFamily(
    name: "app", heading: "Anywhere", context: .anywhere, model: { $0 })

  /// The commands that follow the features' commands in help. All remaining commands precede them.
  static let afterFeatures: [AppCommand] = [.mouse, .trust, .makeWorkspace]
  static let beforeFeatures = allCases.filter { !afterFeatures.contains($0) }

  package var row: CommandRow<AppModel> {
    switch self {
    case .focusComposer: .init("Go to the request", hint: "request", keys: "1")
    case .focusQueue: .init("Go to the queue", hint: "queue", keys: "2")
    case .focusResponse: .init("Go to the response", hint: "response", keys: "3")
    case .nextPanel: .init("Go to the next panel", hint: "next panel", keys: "tab")
    case .previousPanel:
      .init("Go to the previous panel", hint: "previous panel", keys: "shift+tab")
    case .zoom: .init("Zoom this panel", hint: "zoom", keys: "z", variant: \.zoomHint)
    case .find:
      .init("Find in the response", hint: "find", keys: "/", unless: { $0.response.searchObstacle })
    case .findNext:
      .init(
        "Go to the next match", hint: "next hit", keys: "n", unless: { $0.response.hitObstacle })
    case .findPrevious:
      .init(
        "Go to the previous match", hint: "previous", keys: "N", unless: { $0.response.hitObstacle }
      )
    case .help:
      .init(
        "Show the keys that work here", hint: "help",
        help: "Press the key again to open the manual about this panel or list.", keys: "?",
        in: .always,
        variant: \.helpHint)
    case .manual:
      .init(
        "Open the manual about this panel or list", hint: "manual",
        help: "Opens the page in $PAGER, where you can search the text.",
        keys: "f1", in: .always)
    case .palette: .init("Find a command", hint: "commands", keys: ":", "ctrl+p")
    case .back: .init("Go back", hint: "back", keys: "esc", variant: \.backHint)
    case .leave:
      .init(
        "Go back, or quit", hint: "quit", help: "Quits if there is nothing left to close.",
        keys: "q")
    case .quit:
      .init(
        "Quit", hint: "quit",
        help: "Asks first if requests are running. In a text field, only stops typing.",
        keys: "ctrl+c",
        in: .always)
    case .suspend:
      .init("Suspend Weir and go to the shell", hint: "suspend", keys: "ctrl+z", in: .always)
    case .redraw: .init("Draw the screen again", hint: "redraw", keys: "ctrl+l", in: .always)
    case .importFile:
      .init(
        "Import a file", hint: "import",
        help:
          "Imports curl command lines or an OpenAPI description. \(key: .typing(.nextField)) completes "
          + "the path. You can also paste a curl line into the request panel.",
        keys: ", i")
    case .grow: .init("Make this panel larger", hint: "larger", keys: "alt+=", "alt++")
    case .shrink: .init("Make this panel smaller", hint: "smaller", keys: "alt+-")
    case .resetSizes:
      .init("Reset the sizes of all panels", hint: "reset sizes", keys: "alt+0")
    case .cancelOpen:
      .init(
        "Cancel the open request", hint: "cancel request",
        help: "Cancels the request shown in the response panel.", keys: "ctrl+x",
        unless: {
          $0.response.isRunning
            ? nil
            : .cannot(
              "There is nothing to cancel.", "The open request is not running.",
              "Choose a running job in the queue.")
        })
    case .newRequest:
      .init(
        "Begin a new request", hint: "new", help: "Opens a new tab if another request is open.",
        keys: "ctrl+n")
    case .closeRequest:
      .init(
        "Close the tab of this request", hint: "close", help: "Undo restores unsaved changes.",
        keys: "ctrl+w")
    case .nextRequest:
      .init(
        "Go to the tab of the next open request", hint: "next request", keys: "alt+l", "ctrl+right")
    case .previousRequest:
      .init(
        "Go to the tab of the previous open request", hint: "previous request", keys: "alt+h",
        "ctrl+left")
    case .openRequests:
      .init(
        "List the open requests", hint: "open requests",
        help: "Includes requests whose tabs do not fit on the screen.", keys: ", o")
    case .undo:
      .init(
        "Undo the last close, delete or cancel", hint: "undo",
        help: "Undo is possible until Weir ends. A cancelled job waits in its lane again.",
        keys: "U",
        "ctrl+_", in: .always,
        unless: { $0.undoObstacle })
    case .sidebar:
      .init(
        "Show or hide the saved requests", hint: "requests",
        help:
          "On screens of 120 columns or more, the saved requests have their own column. On narrower "
          + "screens, they replace the composer and the queue.", keys: "b")
    case .requests: .init("Open a saved request", hint: "requests", keys: ", r")
    case .findRequest:
      .init(
        "Find a request, an endpoint or a job", hint: "find request",
        help:
          "Searches names, methods, URLs and descriptions. Type parts of words, such as orli for orders/list.",
        keys: "o")
    case .trust:
      .init(
        "Trust this workspace", hint: "trust",
        help:
          "Shows the changed files and asks. The requests of a trusted workspace may use secrets, "
          + "files outside it and unverified certificates.",
        keys: ", w",
        unless: {
          $0.place.trust == .untrusted
            ? nil : Notice(.info, "This workspace is already trusted.")
        })
    case .makeWorkspace:
      .init(
        "Create a workspace here", hint: "create workspace",
        help: "Asks first. The workspace is created in the folder in which Weir was started.",
        unless: {
          $0.place.isScratch && !$0.place.folder.isEmpty
            ? nil
            : .cannot(
              "No workspace was created.", "You are already in a workspace.",
              "Start Weir in a folder outside all workspaces.")
        })
    case .mouse:
      .init(
        "Switch the mouse on or off", hint: "mouse",
        help: "When off, the terminal handles the mouse, and you can select text.", keys: ", m")
    }
  }
}
