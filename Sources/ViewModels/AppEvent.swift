package import ClientModel

/// Events that the session passes to the view models.
package enum AppEvent: Sendable {
  case queue(QueueEvent)
  case response(ResponseEvent)
  case composer(ComposerEvent)
  case notice(Notice)
  /// Effects that the event consists of. The folder of each feature has the functions that create
  /// such events.
  case effects([Effect])
  /// New entries of the event log, oldest first.
  case happened([LoggedEvent])
  /// An event for the list of a feature, such as the cookies.
  case feature(any FeatureEvent)
  /// The sorted entries of a folder, or an empty array if it cannot be read.
  case folder(String, [FolderEntry])
  /// An array as JSON. Each element fills a copy of the saved request named `of`. `source` is the
  /// description of the array for the user.
  case elements([UInt8], of: String, source: String)
  /// The jq programs of earlier filters, newest last.
  case filters([String])
  case edited(EditorPurpose, String)
  /// The open requests were stored, or storing them failed.
  case draftStored
  case place(WorkspaceStatus)
  /// The workspace proposed at the first save was created. The save then continues in it.
  case workspaceMade(WorkspaceStatus)
  /// The files of the workspace differ from those that the user accepted.
  case trustAsked(FileDifference)
  case mouse(MousePreference)
  case sidebar(SidebarPreference)
  case splits(PanelSplits)
  /// The sizes of the visible parts, from `Screen.viewport`. Sent after a resize or zoom.
  case viewport(Viewport)
  /// A step of the spinner; sent only while something runs or counts down.
  case spinnerStepped(step: Int, now: Timestamp)
}

extension AppEvent {
  /// Returns the event that opens a dialog with a message or a question.
  package static func confirm(_ question: Confirmation) -> AppEvent {
    .effects([.confirm(question)])
  }
}

/// Events for the composer.
package enum ComposerEvent: Sendable {
  /// A saved request was read.
  case loaded(Draft, name: String)
  /// The open requests of the last session, and the index of the request in the composer.
  case restored([RestoredRequest], current: Int)
  /// The request of a job, opened for editing. `open` has the names of the templates that replace
  /// the secrets of the request.
  case editing(Draft, of: JobID, open: [String])
  /// A request was saved under a name. The draft has the state at the start of the save.
  case saved(Draft, name: String)
  /// Saving was refused; a notice gives the reason.
  case unsaved
  /// An assertion to add to the composed request. Its syntax is valid.
  case asserted(String)
  case renamed(String, to: String)
  /// A request was deleted. `file` has the bytes of its file if the deletion can be undone.
  case deleted(String, file: [UInt8]?)
  /// The file of the saved request with this name changed on disk.
  case changedOutside(Draft, name: String)
  /// A request was not saved because its file has changed on disk.
  case conflict(Draft, with: Draft, name: String, FileChange)
  /// Submitting found these problems; nothing was queued.
  case refused([DraftProblem])
  /// A job was added. The draft has the state at the start of the submission, or is nil if the job
  /// does not come from a draft.
  case submitted(JobID, Job.Scheduling, of: Draft? = nil)
  /// The job is no longer in the store.
  case gone(JobID)
  /// The newest job of an open request.
  case found(JobID, of: ComposedRequest)
}

/// The current workspace and the role of this process, shown in the status line and in banners.
package struct WorkspaceStatus: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case runner
    /// Another process runs the queue.
    case viewer(of: String)
    case demo
  }

  package var workspace: String
  package var role: Role
  /// Whether this is the scratch workspace, in which saving offers to create a real one.
  package var isScratch: Bool
  /// The folder in which Weir was started: the workspace itself, or the folder offered for a new
  /// one.
  package var folder: String
  /// The id with which the folder is registered, or nil if it has none.
  package var id: String?
  /// The folder of each known id, which is shown instead of the id.
  package var folders: [String: String]
  package var trust: Trust

  /// The user's decision on the current files of the workspace.
  package enum Trust: Hashable, Sendable { case trusted, untrusted }

  package init(
    workspace: String = "", role: Role = .runner, isScratch: Bool = true, folder: String = "",
    id: String? = nil, folders: [String: String] = [:], trust: Trust = .trusted
  ) {
    self.workspace = workspace
    self.role = role
    self.isScratch = isScratch
    self.folder = folder
    self.id = id
    self.folders = folders
    self.trust = trust
  }

  /// Returns whether a lane belongs to the workspace, by its id or its folder.
  func owns(_ lane: LaneKey) -> Bool {
    if isScratch { return lane.workspace.isEmpty }
    return lane.workspace == folder || lane.workspace == id
  }
}

/// The sizes of the visible parts: the number of rows of each panel and of the list over the
/// panels, and the widths of rows.
package struct Viewport: Hashable, Sendable {
  package var composer: Int
  package var queue: Int
  package var response: Int
  package var list: Int
  package var sidebar = Sidebar()
  /// The arrangement of request, queue and response while no panel is zoomed: together, or one at a
  /// time.
  package var panels = PanelPresence.sideBySide
  package var size = ScreenSize(width: 0, height: 0)
  /// The positions of the lines between the panels. Lines that are not on the screen have no entry.
  package var splits: PanelSplits.Positions = [:]
  /// The number of columns for a displayed value in the response.
  package var columns: Int
  /// The number of columns for a row in the composer.
  package var composerColumns = Int.max
  /// The number of columns for a row of a body in the response, without line numbers.
  package var rowColumns = 80
  /// The area in which a picture would be drawn.
  package var picture = PictureArea()

  package struct Sidebar: Hashable, Sendable {
    package var rows = 10
    package var presence = PanelPresence.exclusive

    package init() {}
  }

  package init(
    composer: Int = 20, queue: Int = 10, response: Int = 10, list: Int = 15, columns: Int = 80
  ) {
    self.columns = columns
    self.composer = composer
    self.queue = queue
    self.response = response
    self.list = list
  }
}
