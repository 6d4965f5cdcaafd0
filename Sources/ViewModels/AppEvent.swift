package import ClientModel

/// An event that the session passes to the view models.
package indirect enum AppEvent: Sendable {
  case queue(QueueEvent)
  case response(ResponseEvent)
  case composer(ComposerEvent)
  case notice(Notice)
  /// Effects to carry out. The functions that create such events are in the features' folders.
  case effects([Effect])
  /// New entries of the event log, oldest first.
  case happened([LoggedEvent])
  /// An event for the list of a feature, such as the cookies.
  case feature(any FeatureEvent)
  /// The sorted entries of a folder. Empty if the folder cannot be read.
  case folder(String, [FolderEntry])
  /// An array as JSON. Each element fills a copy of the saved request named `of`. `source`
  /// describes the array for the user.
  case elements([UInt8], of: String, source: String)
  /// The most recent jq programs, newest last.
  case filters([String])
  case edited(EditorPurpose, String)
  /// The open requests were stored, or storing failed.
  case draftStored
  case place(WorkspaceStatus)
  /// The workspace that was offered at the first save was created. Saving continues in the new
  /// workspace.
  case workspaceMade(WorkspaceStatus)
  /// The files of the workspace differ from those that the user accepted.
  case trustAsked(FileDifference)
  case mouse(MousePreference)
  case sidebar(SidebarPreference)
  case splits(PanelSplits)
  /// The sizes of the visible parts, from `Screen.viewport`. Sent after a resize or a zoom.
  case viewport(Viewport)
  /// A step of the spinner. Sent only while something runs or counts down.
  case spinnerStepped(step: Int, now: Timestamp)
}

extension AppEvent {
  /// Returns the event that opens a dialog with a message or a question.
  package static func confirm(_ question: Confirmation) -> AppEvent {
    .effects([.confirm(question)])
  }
}

/// An event for the composer.
package enum ComposerEvent: Sendable {
  /// A saved request was read.
  case loaded(Draft, name: String)
  /// The open requests of the last session, and the index of the request in the composer.
  case restored([RestoredRequest], current: Int)
  /// The request of a job was opened for editing. `open` lists the templates that replace secrets.
  case editing(Draft, of: JobID, open: [String])
  /// A request was saved under a name. The draft is the version from the start of the save.
  case saved(Draft, name: String)
  /// A save was refused. A notice gives the reason.
  case unsaved
  /// An assertion to add to the composed request. Its syntax is valid.
  case asserted(String)
  /// Requests and folders have new paths.
  case moved(MovedRequests)
  /// A move was undone.
  case movedBack(MovedRequests)
  /// Requests and folders were deleted.
  case deleted([SavedItem], files: [DeletedRequest], folders: [String])
  /// The file of a saved request changed on disk.
  case changedOutside(Draft, name: String)
  /// A request was not saved because its file changed on disk.
  case conflict(Draft, with: Draft, name: String, FileChange)
  /// The submission found problems. Nothing was queued.
  case refused([DraftProblem])
  /// Jobs for saved requests were added. The drafts were read from the request files.
  case submittedSaved([JobID], Job.Scheduling, of: [Draft])
  /// A job was added. The draft is the version from the start of the submission, or nil if the job
  /// does not come from a draft.
  case submitted(JobID, Job.Scheduling, of: Draft? = nil)
  /// The job is no longer in the store.
  case gone(JobID)
  /// The newest job of an open request.
  case found(JobID, of: ComposedRequest)
}

/// The current workspace and the role of this process. Shown in the status line and in banners.
package struct WorkspaceStatus: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case runner
    /// Another process runs the queue.
    case viewer(of: String)
    case demo
  }

  package var workspace: String
  package var role: Role
  /// Whether this is the scratch workspace. Saving in this workspace offers to create a real one.
  package var isScratch: Bool
  /// The folder in which Weir was started. This is the workspace, or the folder offered for a new
  /// one.
  package var folder: String
  /// The id with which the folder is registered. Nil if it is not registered.
  package var id: String?
  /// The folder of each known id. The folder is shown in place of the id.
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

  /// Returns whether a lane belongs to the workspace. The id or the folder of the lane must match.
  func owns(_ lane: LaneKey) -> Bool {
    identities.contains(lane.workspace)
  }

  /// The identities of the workspace in lanes: its folder and its id, or an empty text.
  var identities: Set<String> { isScratch ? [""] : Set([folder, id].compactMap(\.self)) }
}

/// The sizes of the visible parts: the rows of each panel and list, and the widths of rows.
package struct Viewport: Hashable, Sendable {
  package var composer: Int
  package var queue: Int
  package var response: Int
  package var list: Int
  package var sidebar = Sidebar()
  /// The presence of the request, queue and response panels: side by side, or one at a time. The
  /// zoom is ignored.
  package var panels = PanelPresence.sideBySide
  package var size = ScreenSize(width: 0, height: 0)
  /// The positions of the lines between panels. Invisible lines have no entry.
  package var splits: PanelSplits.Positions = [:]
  /// The number of columns for a displayed value in the response.
  package var columns: Int
  /// The number of columns for a row in the composer.
  package var composerColumns = Int.max
  /// The number of columns for a body row in the response. Line numbers are not included.
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
