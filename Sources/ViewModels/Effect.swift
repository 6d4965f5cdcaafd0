package import ClientModel
import ClientPipeline

/// An effect that the session must carry out for the view models.
///
/// Effects are comparable data. `AppModel` itself carries out the first group. The panels use this
/// group for prompts, questions and notices.
package indirect enum Effect: Hashable, Sendable {
  case notify(Notice)
  case ask(Prompt)
  case confirm(Confirmation)
  /// Opens a job in the response panel and moves the focus there.
  case showJob(JobID)
  /// Opens a job in the response panel and compares its response with an exchange.
  case compareJob(JobID, with: AttemptID)
  /// Asks the user which request to begin in the composer.
  case begin([RequestChoice])
  /// Opens a request in the composer and moves the focus there.
  case compose(Composition)
  /// Saves the composed request in the scratch workspace.
  case saveInScratch
  /// Stores a step for undo. The step undoes the effects that are returned together with this one.
  case remember(UndoStep)
  /// An effect of a list on the models outside the list.
  case list(ListEffect)

  case queue(QueueEffect)
  case response(ResponseEffect)
  case requests(RequestsEffect)
  /// An effect of a feature with a list, such as the cookies.
  case feature(AnyFeatureEffect)
  case sending(SendingEffect)
  case drafts(DraftsEffect)
  case workspace(WorkspaceEffect)
  /// An effect that sends requests to this production environment. The user has confirmed the
  /// effect.
  case confirmed(Effect, environment: String)
  case copy(String, what: String)
  /// Lists a folder for a path that is being typed. Results in `AppEvent.folder`. The path is
  /// relative to the folder in which Weir was started. `~/` is the user's home folder.
  case listFolder(String)
  /// Opens a text in `$EDITOR`. Results in `AppEvent.edited` with the same purpose.
  case openEditor(text: String, suffix: String, purpose: EditorPurpose)
  /// Stores a choice in the user's settings.
  case store(Preference)
  /// Previews the colours of a theme. Nothing is stored.
  case preview(theme: String)
  case keys(KeysEffect)
  /// Shows a page of the manual.
  case readManual(ManualSubject)
  case suspend
  case redraw
  case quit(QuitChoice)
}

/// The source of a text that is edited in `$EDITOR`.
package enum EditorPurpose: Hashable, Sendable {
  case field(ComposerField)
  /// A file of the workspace, opened at a line. Lines count from 1.
  case file(WorkspaceFile, line: Int)
  case shared(SharedKey)
}

/// A choice that is stored for later sessions.
package enum Preference: Hashable, Sendable {
  case theme(String)
  case mouse(MousePreference)
  case sidebar(SidebarPreference)
  case splits(PanelSplits)
}

/// The program that handles the mouse: Weir or the terminal.
package enum MousePreference: Hashable, Sendable { case used, leftToTerminal }

/// The way to quit while jobs are running.
package enum QuitChoice: Hashable, Sendable {
  case atOnce
  /// Starts no new jobs and quits when the running jobs have ended.
  case whenDone
  case stoppingJobs
}

extension Effect {
  /// Copies a request as a curl command. The notice says whether secrets are masked.
  static func copyCurl(_ request: PreparedRequest) -> Effect {
    let line = CurlExport.line(request)
    let isMasked = line.contains(bytes: Secret.mask)
    return .copy(line, what: "the request as curl" + (isMasked ? ", with masked secrets" : ""))
  }

  /// Whether the effect reads a request that the user wants to edit. The next keys are meant for
  /// this request.
  package var opensRequest: Bool {
    switch self {
    case .requests(.load), .queue(.edit): true
    default: false
    }
  }
}
