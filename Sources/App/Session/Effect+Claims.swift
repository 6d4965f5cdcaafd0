import ClientModel
import ViewModels

extension Effect {
  /// The areas that the effect reads and changes. Effects without conflicting claims run
  /// concurrently.
  var claims: [EffectClaim] {
    switch self {
    case .queue(let effect): effect.claims
    case .response(let effect): effect.claims
    case .requests(let effect): effect.claims
    case .graphs(.variables): [.reads(.workspace)]
    case .graphs(.queue): Self.additions + [.changes(.queuedJobs), .follows(.lanes)]
    case .graphs(.save): [.changes(.workspace)]
    // Reading a document takes long, and the user may stop it during that time.
    case .catalogs(.stop): []
    case .catalogs: [.changes(.catalogs), .follows(.workspace)]
    case .cookies: [.changes(.cookies), .follows(.workspace)]
    // Refreshing creates an immediate job.
    case .cache: [.changes(.cache), .changes(.immediateJobs)]
    case .shared: [.changes(.sharedValues)]
    case .history: [.changes(.history)]
    case .gateways, .makeWorkspace, .askForTrust, .trustWorkspace, .environments:
      [.changes(.workspace)]
    case .submit(_, .queued): Self.additions + [.changes(.queuedJobs), .follows(.lanes)]
    case .submit(_, .immediate): Self.additions + [.changes(.immediateJobs)]
    case .storeRequests, .claimDraft: [.changes(.unsavedRequest), .follows(.workspace)]
    case .confirmed(let effect, _): effect.claims
    case .cancel(let jobs): jobs.map { .changes(.jobs, .job($0)) }
    case .storeFilters: [.changes(.filterHistory)]
    case .listFolder: [.changes(.folderListing)]
    // Carried out by the model or on the UI thread.
    case .list, .notify, .ask, .confirm, .showJob, .begin, .compose, .saveInScratch, .remember,
      .copy,
      .openEditor, .store, .preview, .keys, .readManual, .suspend, .redraw, .quit:
      []
    }
  }

  /// The claims for preparing and sending new jobs. The claim for the workspace is released once
  /// the workspace is read.
  fileprivate static let additions: [EffectClaim] = [
    .reads(.workspace), .follows(.cookies), .follows(.cache), .follows(.sharedValues),
  ]
}

extension QueueEffect {
  fileprivate var claims: [EffectClaim] {
    switch self {
    case .loadJobs, .arrange, .searchOn, .listAll: [.changes(.jobWindow)]
    case .delete(let deletion): deletion.jobs.map { .changes(.jobs, .job($0)) }
    case .each(_, let jobs):
      jobs.map { .changes(.jobs, .job($0)) } + [.changes(.queuedJobs), .follows(.lanes)]
    case .loadRows, .findFailed: [.changes(.rowWindow)]
    case .pause(let lane), .resume(let lane), .setLimit(_, let lane), .liftHold(let lane):
      [.changes(.lanes, .lane(lane))]
    case .pauseAll, .resumeAll: [.changes(.lanes)]
    case .hold(let job), .release(let job), .retry(let job), .resolve(let job),
      .pollNow(let job), .cancelAtServer(let job), .dropRemote(let job):
      [.changes(.jobs, .job(job))]
    case .reorder(let job, .before(let other)), .reorder(let job, .after(let other)):
      [.changes(.jobs, .job(job)), .changes(.jobs, .job(other))]
    case .retryFailed, .retryWithheld, .clearFinished, .restore: [.changes(.jobs)]
    // The rows and steps of a graph are jobs, whose ids are not known here.
    case .graph: [.changes(.jobs)]
    case .runAgain(let job):
      [.reads(.jobs, .job(job)), .changes(.queuedJobs), .follows(.lanes)]
    case .edit(let job): [.reads(.jobs, .job(job))]
    case .showPage(_, let job): [.reads(.jobs, .job(job)), .changes(.immediateJobs)]
    case .runGraph: Effect.additions + [.changes(.queuedJobs), .follows(.lanes)]
    case .prepareEach, .submitEach: Effect.additions + [.changes(.preparedBatch)]
    case .submitPrepared: [.changes(.preparedBatch), .changes(.queuedJobs), .follows(.lanes)]
    case .saveRows, .showResult: [.follows(.jobs)]
    }
  }
}

extension ResponseEffect {
  fileprivate var claims: [EffectClaim] {
    switch self {
    // These wait for a server, jq or a decoder, and a stop must not wait for the effect that it
    // stops.
    case .loadMore, .runFilter, .stopFilter, .drawPicture, .stopPicture: []
    case .load, .document, .save, .page, .findPrevious, .findExchange, .saveFiltered, .saveNode,
      .extract, .read, .elements, .readValue:
      [.changes(.document)]
    }
  }
}

extension RequestsEffect {
  fileprivate var claims: [EffectClaim] {
    switch self {
    case .list: [.reads(.workspace)]
    case .load: [.reads(.workspace), .changes(.openRequest)]
    case .save, .compare, .rename, .addAssertion, .duplicate, .delete, .restore, .importFile:
      [.changes(.workspace), .changes(.openRequest)]
    }
  }
}
