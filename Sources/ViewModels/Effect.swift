package import ClientModel

/// What the session must do for the view models: comparable data.
///
/// The first group never leaves `AppModel`: panels use it to speak to the user.
package indirect enum Effect: Hashable, Sendable {
  case notify(Notice)
  case ask(Prompt)
  case confirm(Confirmation)
  /// Opens a job in the response panel and goes there.
  case showJob(JobID)
  /// Asks which of these to begin in the composer.
  case begin([RequestChoice])
  /// Opens a request in the composer and goes there.
  case compose(Composition)
  /// Saves the composed request in the scratch workspace.
  case saveInScratch
  /// Remembers how to undo what the effects beside it do.
  case remember(UndoStep)
  /// What a list over the panels asks of the models around it.
  case list(ListEffect)

  case queue(QueueEffect)
  case response(ResponseEffect)
  case requests(RequestsEffect)
  case graphs(GraphsEffect)
  case catalogs(CatalogsEffect)
  case cookies(CookiesEffect)
  case cache(CacheEffect)
  case gateways(GatewaysEffect)
  case shared(SharedEffect)
  /// Prepare with real files and the chosen environment, commit; answered by `ComposerEvent`.
  case submit(Draft, Job.Scheduling)
  /// Store the open requests for the next session, or delete the stored ones; answered by
  /// `AppEvent.draftStored`.
  case storeRequests(StoredRequests?)
  /// Make the stored requests of ended sessions this session's own, because they are open in it.
  case claimDraft
  case cancel([JobID])
  /// An effect that sends requests, after the user agreed to send them to this production environment.
  case confirmed(Effect, environment: String)
  /// Store the programs that bodies were filtered with, the newest last, for the next session.
  case storeFilters([String])
  case history(HistoryEffect)
  /// Make a workspace in the folder Weir was started in; answered by `AppEvent.workspaceMade`.
  case makeWorkspace
  /// Compare the workspace's files with the accepted ones; answered by `AppEvent.trustAsked`, or by `place` if
  /// they are trusted.
  case askForTrust
  /// Accept the workspace's files as they were when trust was asked for; answered by `AppEvent.place`.
  case trustWorkspace
  case environments(EnvironmentsEffect)
  case copy(String, what: String)
  /// Look what a folder holds, for a path that is being typed: relative to where Weir was started, `~/` is
  /// the user's own; answered by `AppEvent.folder`.
  case listFolder(String)
  /// Open `$EDITOR` on this text; answered by `AppEvent.edited` with the same purpose.
  case openEditor(text: String, suffix: String, purpose: EditorPurpose)
  /// Store a choice in the user's settings.
  case store(Preference)
  /// Show the colours of a theme that is not chosen; nothing is stored.
  case preview(theme: String)
  case keys(KeysEffect)
  /// Show the page of the manual on this subject.
  case readManual(ManualSubject)
  case suspend
  case redraw
  case quit(QuitManner)
}

/// Which text went to the editor.
package enum EditorPurpose: Hashable, Sendable {
  case field(ComposerField)
  /// A file of the workspace, opened at a line from 1.
  case file(WorkspaceFile, line: Int)
  case shared(SharedKey)
}

/// A choice that outlives the session.
package enum Preference: Hashable, Sendable {
  case theme(String)
  case mouse(MousePreference)
  case sidebar(SidebarPreference)
  case splits(PanelSplits)
}

/// Whether the mouse is Weir's or the terminal's.
package enum MousePreference: Hashable, Sendable { case used, leftToTerminal }

/// What becomes of running jobs when the program ends.
package enum QuitManner: Hashable, Sendable {
  case atOnce
  /// Starts nothing new and ends when nothing runs.
  case whenDone
  case stoppingJobs
}

/// What happens to saved requests; names are paths below `requests`, without `.yaml`.
package enum RequestsEffect: Hashable, Sendable {
  case list
  case load(String)
  /// Answered by `ComposerEvent.saved` or a notice.
  case save(Draft, name: String, Replacing)
  /// Compare a draft with its file, which changed since; answered by `ComposerEvent.conflict`.
  case compare(Draft, name: String)
  case rename(String, to: String)
  /// Adds an assertion to a saved request, or to the one in the composer if the name is nil; answered by a
  /// notice, by `ComposerEvent.asserted` or by `AppEvent.assertionRefused`.
  case addAssertion(String, to: String?)
  case duplicate(String)
  case delete(String)
  /// Imports what is in a file; answered by notices.
  case importFile(String)
  /// Writes the file of a deleted request again.
  case restore(String, file: [UInt8])

  /// Whether a file of that name may be there already.
  package enum Replacing: Hashable, Sendable { case allowed, refused }
}

/// What happens to the cookie jar of the workspace and environment.
package enum CookiesEffect: Hashable, Sendable {
  /// Answered by `AppEvent.cookies`.
  case list
  /// Read one value out of the jar; answered by `AppEvent.cookieValue`.
  case reveal(Cookie)
  /// Give a cookie another value.
  case write(Cookie, value: String)
  case delete(Cookie)
  case clear
}
