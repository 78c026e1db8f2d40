/// Words of which it is known that they name no person: what may be shown of an address.
///
/// What is not among them may be a name, a number of somebody or a token, whatever stands beside
/// it: there is no list of what secrets look like.
enum KnownWord {
  static let ofPaths = set(
    """
    account ads album albums api app article articles asset assets audio author authors avatar
    avatars book books cart catalog categories category chat chats collection collections comment
    comments config content contents css data default detail details document documents episode
    episodes event events explore favorites feed feeds file files following font fonts friends
    front graphql help history home icon icons image images img inbox index item items job jobs js
    latest library list lists map maps media menu menus message messages movie movies music news
    notifications offers order orders page pages people photo photos place places playlist
    playlists podcast podcasts popular post posts product products profile profiles public recipe
    recipes recommended rest restaurants review reviews rss schedule search section sections
    settings shop show shows site song songs static stations status stories story styles tag tags
    thumb thumbnail thumbnails ticket tickets timeline timelines today top topic topics trending
    update updates user users video videos web wiki
    """)

  /// Words of queries, header lines, files and hosts, also the names of what is secret.
  private static let others = set(
    """
    about absolute accept access action added admin after age agent alpha an analytics android any
    apps archive as asc assertion at atom auth authorization auto avif background backup bad
    banner basic beacon bearer before beta big birth birthday body bot bottom browse browser
    bundle button by bytes cache callback campaign card cdn channel channels check checkout chunk
    cid city click client code color complete confirm connect consent contact control cookie
    cookies core count country create created credential credentials credits crop csrf csv
    currency current customer customers customized cvv dark dashboard date day de debug delete
    demo desc description desktop dev device devices dialog digest direction discover display dob
    domain down download downloads dpr draft duration dynamic edge edit email emails embed en
    encoding end entry error errors es etag export extra false faq favicon fbclid field fields
    filter filters find first firstname fit flag flags follow follower followers footer for forgot
    form format forms forum forward foundation fr frame free from full gallery game games gateway
    gb gclid gender general get global graph grid group groups guest guid hash hd head header
    headers health height hero hidden high highlight host hour html http https iban id identity
    ids if iframe immutable import in info init inline input install integer intent internal
    invite invoice invoices ios ip iphone is issue it js json jsonp jwt key keys keyword label
    lang language languages large last lastname lat latitude launch layout legal less level light
    limit line link links lite live lng load loader local locale localhost location log login logo
    logout logs long longitude low mail main manifest market markets match maxage medium member
    members meta method metric metrics mime min minute mobile modal mode model models modified
    module modules month more must my name navigation nearby net new next nick nickname night no
    node nonce not note notes notice notification null number oauth object of off offset ok old on
    one only open opt options or origin os otp output overview own owner package param parameter
    parameters partner partners pass passphrase passwd password passwords patch path pay payment
    payments pdf per percent person personal phone phones picture pictures pin ping pixel platform
    play player plugin plugins point points policy poll polyfill port portrait position prefs
    premium preview previous price prices print privacy private prod production project projects
    promo property provider proxy pt purchase push put pwd qr quality query queue quick random
    range rate rating ratings raw read recent redirect ref referer referrer refresh region
    register registration related release reload remote render report reports request requested
    reset resize resource resources response result results return returns revalidate role room
    rooms root route router row rows rule rules sale sales saml sample save saved scale schema
    scope score screen screens script scripts seat second secret secrets secure seen select send
    sequence series server service services session sessions share shared shipping short sid side
    sidebar sig sign signature signed signin signup simple since sitemap size sizes slot slots
    small social sort source space spec special sprite sprites ssn sso stage staging stale
    standard start state stats step stock stop storage store stores stream streams street string
    style stylesheet sub subscription subscriptions success suggest suggestions summary support
    switch sync system tab table tabs target task tasks team teams template templates tenant term
    terms test tests text theme themes thread threads tile tiles time timestamp timezone title tls
    to token tokens tool toolbar tools total track tracking tracks transform transition true tv
    type types ui uid uk unit units unread until upload uploads uri url us usr uuid validate value
    values variant vary vendor vendors verify version versions view viewer viewport views visible
    visit visitor wallet watch week weeks welcome while widget widgets width window with without
    word words worker workers world www xml xsrf year zh zip zone
    """)

  /// Parameters whose small numbers count something.
  private static let counts = set(
    """
    count depth dpr height limit max min number offset page pages per quality rows scale size start
    step width
    """)

  private static let endings = set(
    """
    aac atom avif bin bmp css csv eot gif gz htm html ico jpeg jpg js json jsp m3u8 map md mjs mp3
    mp4 mpd ogg otf pdf php png rss shtml svg ts ttf txt wasm wav webm webmanifest webp woff woff2
    xbm xhtml xml zip
    """)

  private static func set(_ words: String) -> Set<String> {
    Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  /// Parameters whose values choose among what an app offers.
  private static let choices = set(
    """
    auto crop direction fields filter fit format include kind lang language layout locale mode
    order orientation os platform screen section sort tab theme type units version view
    """)

  /// Whether a text is made of known words, joined by `-`, `_` or dots; a letter is one.
  static func isKnown(_ text: ArraySlice<UInt8>) -> Bool {
    text.split(omittingEmptySubsequences: false) { "-_.".utf8.contains($0) }.allSatisfy { word in
      guard !word.isEmpty, word.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
        return false
      }
      let lower = String(decoding: word, as: UTF8.self).lowercased()
      return word.count == 1 || ofPaths.contains(lower) || others.contains(lower)
    }
  }

  static func isKnown(parameter name: ArraySlice<UInt8>) -> Bool {
    isKnown(name)
      || words(of: name).contains { counts.contains($0) }
        && words(of: name).allSatisfy { counts.contains($0) || isKnown(Array($0.utf8)[...]) }
  }

  /// Whether the value of a parameter tells nothing of a person: a small number that counts
  /// something, or a known word that chooses.
  static func isHarmless(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> Bool {
    let names = words(of: name)
    if isNumber(value, digits: 4) { return names.contains { counts.contains($0) } }
    return isKnown(value) && names.contains { choices.contains($0) }
  }

  private static func words(of name: ArraySlice<UInt8>) -> [String] {
    name.split { "-_".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self).lowercased() }
  }

  static func isNumber(_ text: ArraySlice<UInt8>, digits: Int) -> Bool {
    !text.isEmpty && text.count <= digits && text.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// `v1`, `v2.1`: a version of an interface.
  static func isVersion(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else { return false }
    let parts = text.dropFirst().split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { isNumber($0, digits: 2) }
  }

  /// Where the ending of a file's name begins, with its dot; nil: it has none that is known.
  static func ending(of name: ArraySlice<UInt8>) -> Int? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
      endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    else { return nil }
    return dot
  }
}
