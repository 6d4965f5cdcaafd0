import ViewModels

/// The keys that Weir comes with: the one table from which key map, hints, help and README derive.
///
/// A chord is written with spaces: `, r`. Commands without a row stand in the palette.
enum DefaultKeys {
  static let table: [(command: Command, keys: [String])] =
    app.map { (.app($0), $1) } + moves.map { (.move($0), $1) }
    + composer.map { (.composer($0), $1) } + typing.map { (.typing($0), $1) }
    + search.map { (.search($0), $1) }
    + queue.map { (.queue($0), $1) } + response.map { (.response($0), $1) }
    + lists.map { (.list($0), $1) } + dialogs.map { (.dialog($0), $1) }

  private static let app: [(AppCommand, [String])] = [
    (.focusComposer, ["1"]), (.focusQueue, ["2"]), (.focusResponse, ["3"]),
    (.nextPanel, ["tab"]), (.previousPanel, ["shift+tab"]), (.zoom, ["z"]),
    (.find, ["/"]), (.findNext, ["n"]), (.findPrevious, ["N"]),
    (.help, ["?", "f1"]), (.palette, [":", "ctrl+p"]), (.back, ["esc"]), (.leave, ["q"]),
    (.quit, ["ctrl+c"]), (.suspend, ["ctrl+z"]), (.redraw, ["ctrl+l"]),
    (.cancelOpen, ["ctrl+x"]), (.newRequest, ["ctrl+n"]),
    (.browser, ["o"]), (.requests, [", r"]), (.catalogs, [", k"]), (.history, [", h"]),
    (.environments, [", e"]),
    (.gateways, [", g"]), (.sharedValues, [", v"]), (.stubs, [", d"]),
    (.cache, [", c"]), (.cookies, [", j"]), (.themes, [", t"]), (.log, [", l"]), (.mouse, [", m"]),
  ]

  private static let moves: [(MoveCommand, [String])] = [
    (.up, ["k", "up"]), (.down, ["j", "down"]), (.left, ["h", "left"]), (.right, ["l", "right"]),
    (.first, ["g", "home"]), (.last, ["G", "end"]), (.halfPageUp, ["ctrl+u"]),
    (.halfPageDown, ["ctrl+d"]), (.pageUp, ["pageup"]), (.pageDown, ["pagedown"]),
  ]

  private static let composer: [(ComposerCommand, [String])] = [
    (.edit, ["i", "enter"]), (.method, ["m"]), (.nextTab, ["]"]), (.previousTab, ["["]),
    (.send, ["s", "ctrl+j", "alt+enter"]), (.queue, ["a"]),
    (.save, ["ctrl+s"]), (.saveAs, ["S"]), (.duplicate, ["D"]), (.copyCurl, ["Y"]),
    (.editor, ["E"]), (.addRow, ["+"]), (.deleteRow, ["-"]), (.markRow, ["space"]),
    (.indent, ["="]), (.reveal, ["v"]), (.explain, ["!", "f2"]),
  ]

  private static let typing: [(TypingCommand, [String])] = [
    (.left, ["left", "ctrl+b"]), (.right, ["right", "ctrl+f"]), (.up, ["up"]), (.down, ["down"]),
    (.lineStart, ["ctrl+a", "home"]), (.lineEnd, ["ctrl+e", "end"]),
    (.wordLeft, ["alt+b", "ctrl+left"]), (.wordRight, ["alt+f", "ctrl+right"]),
    (.textStart, ["ctrl+home"]), (.textEnd, ["ctrl+end"]),
    (.selectLeft, ["shift+left"]), (.selectRight, ["shift+right"]), (.selectUp, ["shift+up"]),
    (.selectDown, ["shift+down"]), (.selectLineStart, ["shift+home"]),
    (.selectLineEnd, ["shift+end"]), (.deleteBackward, ["backspace"]),
    (.deleteForward, ["delete", "ctrl+d"]), (.killWord, ["ctrl+w", "alt+backspace"]),
    (.killToStart, ["ctrl+u"]), (.killToEnd, ["ctrl+k"]), (.yank, ["ctrl+y"]),
    (.undo, ["ctrl+_"]), (.redo, ["alt+_"]), (.enter, ["enter"]), (.leave, ["esc"]),
    (.nextField, ["tab"]), (.previousField, ["shift+tab"]), (.editor, ["ctrl+o"]),
  ]

  private static let search: [(SearchCommand, [String])] = [
    (.expression, ["alt+r"]), (.scope, ["alt+s"]), (.letters, ["alt+c"]),
  ]

  private static let queue: [(QueueCommand, [String])] = [
    (.pause, ["p"]), (.pauseAll, ["P"]), (.raiseLimit, ["+"]), (.lowerLimit, ["-"]),
    (.liftHold, ["L"]), (.cancel, ["x"]), (.retry, ["r"]), (.retryFailed, ["R"]),
    (.runAgain, ["A"]), (.resolve, ["M"]), (.hold, ["H"]), (.moveDown, ["J"]), (.moveUp, ["K"]),
    (.askNow, ["."]), (.cancelAtServer, ["X"]), (.forget, ["F"]), (.clearFinished, ["C"]),
    (.fold, ["space"]), (.nextFailed, ["f"]), (.saveRows, ["w"]), (.show, ["enter"]),
  ]

  private static let response: [(ResponseCommand, [String])] = [
    (.toggle, ["space", "enter"]), (.open, ["l", "right"]), (.close, ["h", "left"]),
    (.openAll, ["e"]), (.closeAll, ["c"]), (.depth1, ["d 1"]), (.depth2, ["d 2"]),
    (.depth3, ["d 3"]), (.depth4, ["d 4"]), (.depth5, ["d 5"]), (.depth6, ["d 6"]),
    (.depth7, ["d 7"]), (.depth8, ["d 8"]), (.depth9, ["d 9"]),
    (.openSiblings, ["E"]), (.closeSiblings, ["C"]),
    (.nextSibling, ["J"]), (.previousSibling, ["K"]), (.firstSibling, ["0", "^"]),
    (.lastSibling, ["$"]), (.parent, ["H"]), (.firstChild, ["("]), (.lastChild, [")"]),
    (.goToPath, ["."]), (.viewValue, ["V"]), (.copyParentKey, ["y u"]), (.copyValue, ["y y"]),
    (.copyKey, ["y k"]), (.copyPath, ["y p"]), (.copyQuery, ["y q"]), (.copyRow, ["y r"]),
    (.copyBody, ["y b"]),
    (.copyCurl, ["y c"]), (.nextTab, ["]"]), (.previousTab, ["["]), (.loadMore, ["+"]),
    (.nextPage, [">"]),
    (.previousPage, ["<"]), (.filter, ["|"]), (.compare, ["="]), (.ignore, ["i"]),
    (.ignoreNothing, ["I"]), (.save, ["w"]),
    (.pager, ["v"]), (.useAsAssertion, ["u a"]), (.useAsParameter, ["u p"]),
    (.useAsRows, ["u j"]), (.useAsInput, ["u i"]), (.saveNode, ["u w"]), (.editNode, ["u e"]),
    (.pageNode, ["u v"]), (.record, ["r"]),
  ]

  private static let lists: [(ListCommand, [String])] = [
    (.choose, ["enter"]), (.close, ["esc", "q"]), (.filter, ["/"]), (.fold, ["space"]),
    (.nextTab, ["]", "tab"]),
    (.previousTab, ["[", "shift+tab"]), (.new, ["n"]), (.edit, ["e"]), (.rename, ["r"]),
    (.duplicate, ["D"]), (.refresh, ["R"]), (.compare, ["="]), (.rule, ["t"]), (.watch, ["w"]),
    (.delete, ["d"]),
    (.clear, ["X"]),
  ]

  private static let dialogs: [(DialogCommand, [String])] = [
    (.next, ["right", "down", "tab", "l", "j"]),
    (.previous, ["left", "up", "shift+tab", "h", "k"]),
    (.accept, ["enter", "space"]), (.dismiss, ["esc", "q"]),
  ]
}
