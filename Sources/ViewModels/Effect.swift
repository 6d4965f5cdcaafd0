package import ClientModel

/// An effect that the session must carry out for the view models, as comparable data.
///
/// `AppModel` itself carries out the first group. The panels use it for prompts, questions and
/// notices.
package indirect enum Effect: Hashable, Sendable {
  case notify(Notice)
  case ask(Prompt)
  case confirm(Confirmation)
  /// Opens a job in the response panel and moves the focus there.
  case showJob(JobID)
  /// Asks the user which of these requests to begin in the composer.
  case begin([RequestChoice])
  /// Opens a request in the composer and moves the focus there.
  case compose(Composition)
  /// Saves the composed request in the scratch workspace.
  case saveInScratch
  /// Stores the step that undoes the effects returned together with this one.
  case remember(UndoStep)
  /// An effect of a list on the models around it.
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
  /// Lists a folder for a path that is being typed. The path is relative to the folder in which
  /// Weir was started; `~/` is the user's home folder. Results in `AppEvent.folder`.
  case listFolder(String)
  /// Opens `$EDITOR` on this text. Results in `AppEvent.edited` with the same purpose.
  case openEditor(text: String, suffix: String, purpose: EditorPurpose)
  /// Stores a choice in the user's settings.
  case store(Preference)
  /// Shows the colours of a theme that the user has not chosen yet. Nothing is stored.
  case preview(theme: String)
  case keys(KeysEffect)
  /// Shows the page of the manual on this subject.
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

/// The way in which the program ends while jobs are running.
package enum QuitChoice: Hashable, Sendable {
  case atOnce
  /// Starts no new jobs and ends when the running ones have ended.
  case whenDone
  case stoppingJobs
}
