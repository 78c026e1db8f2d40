#include "EmbeddedFiles.h"

// Of what is embedded this way the C compiler makes data at once; array literals in Swift take it
// seconds for each hundred kilobytes.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Written by `make generate`.
static const unsigned char twitter_json[] = {
#embed "../../Scenarios/twitter.json"
};
static const unsigned char foursquare_json[] = {
#embed "../../Scenarios/foursquare.json"
};
static const unsigned char menus_json[] = {
#embed "../../Scenarios/menus.json"
};
static const unsigned char articles_json[] = {
#embed "../../Scenarios/articles.json"
};
static const unsigned char news_json[] = {
#embed "../../Scenarios/news.json"
};
static const unsigned char images_json[] = {
#embed "../../Scenarios/images.json"
};
static const unsigned char downloads_json[] = {
#embed "../../Scenarios/downloads.json"
};
static const unsigned char upgrade_json[] = {
#embed "../../Scenarios/upgrade.json"
};
static const unsigned char shared_device_json[] = {
#embed "../../Scenarios/shared-device.json"
};
static const unsigned char memory_pressure_json[] = {
#embed "../../Scenarios/memory-pressure.json"
};
static const unsigned char commute_json[] = {
#embed "../../Scenarios/commute.json"
};
static const unsigned char flash_wear_json[] = {
#embed "../../Scenarios/flash-wear.json"
};
static const unsigned char access_log_json[] = {
#embed "../../Scenarios/access-log.json"
};
static const unsigned char capture_json[] = {
#embed "../../Scenarios/capture.json"
};
static const unsigned char libraries_json[] = {
#embed "../../Scenarios/libraries.json"
};
static const unsigned char reading_writes_json[] = {
#embed "../../Scenarios/reading-writes.json"
};
static const unsigned char delta_sync_json[] = {
#embed "../../Scenarios/delta-sync.json"
};
static const unsigned char hybrid_json[] = {
#embed "../../Scenarios/hybrid.json"
};
static const unsigned char twitter_people_json[] = {
#embed "../../Scenarios/twitter-people.json"
};
static const unsigned char growing_store_json[] = {
#embed "../../Scenarios/growing-store.json"
};
static const unsigned char feed_and_detail_json[] = {
#embed "../../Scenarios/feed-and-detail.json"
};
static const unsigned char push_stampede_json[] = {
#embed "../../Scenarios/push-stampede.json"
};
static const unsigned char short_video_json[] = {
#embed "../../Scenarios/short-video.json"
};
static const unsigned char phone_and_tablet_json[] = {
#embed "../../Scenarios/phone-and-tablet.json"
};
static const unsigned char edge_cache_json[] = {
#embed "../../Scenarios/edge-cache.json"
};
static const unsigned char cache_lifetimes_json[] = {
#embed "../../Scenarios/Published/cache-lifetimes.json"
};
static const unsigned char empty_caches_json[] = {
#embed "../../Scenarios/Published/empty-caches.json"
};
static const unsigned char held_back_feeds_json[] = {
#embed "../../Scenarios/Published/held-back-feeds.json"
};
static const unsigned char one_cache_for_ten_apps_json[] = {
#embed "../../Scenarios/Published/one-cache-for-ten-apps.json"
};
static const unsigned char packaged_resources_json[] = {
#embed "../../Scenarios/Published/packaged-resources.json"
};
static const unsigned char partitioned_cache_json[] = {
#embed "../../Scenarios/Published/partitioned-cache.json"
};
static const unsigned char redundant_transfers_json[] = {
#embed "../../Scenarios/Published/redundant-transfers.json"
};
static const unsigned char feed_prefetching_json[] = {
#embed "../../Scenarios/Published/feed-prefetching.json"
};
static const unsigned char photo_stack_json[] = {
#embed "../../Scenarios/Published/photo-stack.json"
};
static const unsigned char polled_cluster_json[] = {
#embed "../../Scenarios/Published/polled-cluster.json"
};
static const unsigned char polled_home_json[] = {
#embed "../../Scenarios/Published/polled-home.json"
};
static const unsigned char time_aware_cache_json[] = {
#embed "../../Scenarios/Published/time-aware-cache.json"
};
static const unsigned char network_only_md[] = {
#embed "../../Docs/Strategies/network-only.md"
};
static const unsigned char on_demand_md[] = {
#embed "../../Docs/Strategies/on-demand.md"
};
static const unsigned char memory_tier_md[] = {
#embed "../../Docs/Strategies/memory-tier.md"
};
static const unsigned char dictionary_md[] = {
#embed "../../Docs/Strategies/dictionary.md"
};
static const unsigned char ns_cache_md[] = {
#embed "../../Docs/Strategies/ns-cache.md"
};
static const unsigned char download_manager_md[] = {
#embed "../../Docs/Strategies/download-manager.md"
};
static const unsigned char url_cache_md[] = {
#embed "../../Docs/Strategies/url-cache.md"
};
static const unsigned char pre_cache_md[] = {
#embed "../../Docs/Strategies/pre-cache.md"
};
static const unsigned char clairvoyant_md[] = {
#embed "../../Docs/Strategies/clairvoyant.md"
};
static const unsigned char query_cache_md[] = {
#embed "../../Docs/Strategies/query-cache.md"
};
static const unsigned char image_loader_md[] = {
#embed "../../Docs/Strategies/image-loader.md"
};
static const unsigned char hybrid_md[] = {
#embed "../../Docs/Strategies/hybrid.md"
};
static const unsigned char link_variances_json[] = {
#embed "../../Data/link-variances.json"
};
static const unsigned char networks_json[] = {
#embed "../../Data/networks.json"
};
static const unsigned char rate_variances_json[] = {
#embed "../../Data/rate-variances.json"
};
static const unsigned char questions_json[] = {
#embed "../../Data/questions.json"
};
static const unsigned char assignments_json[] = {
#embed "../../Data/assignments.json"
};
static const unsigned char words_json[] = {
#embed "../../Data/words.json"
};
static const unsigned char radios_json[] = {
#embed "../../Data/radios.json"
};
static const unsigned char storage_json[] = {
#embed "../../Data/storage.json"
};
static const unsigned char phones_json[] = {
#embed "../../Data/phones.json"
};
static const unsigned char http_profiles_json[] = {
#embed "../../Data/http-profiles.json"
};
static const unsigned char link_spreads_json[] = {
#embed "../../Data/link-spreads.json"
};
static const unsigned char populations_json[] = {
#embed "../../Data/populations.json"
};
static const unsigned char nuke_json[] = {
#embed "../../Data/Libraries/nuke.json"
};
static const unsigned char kingfisher_json[] = {
#embed "../../Data/Libraries/kingfisher.json"
};
static const unsigned char sdwebimage_json[] = {
#embed "../../Data/Libraries/sdwebimage.json"
};
static const unsigned char alamofire_image_json[] = {
#embed "../../Data/Libraries/alamofire-image.json"
};
static const unsigned char pincache_json[] = {
#embed "../../Data/Libraries/pincache.json"
};
static const unsigned char hyperoslo_cache_json[] = {
#embed "../../Data/Libraries/hyperoslo-cache.json"
};
static const unsigned char glide_json[] = {
#embed "../../Data/Libraries/glide.json"
};
static const unsigned char coil_json[] = {
#embed "../../Data/Libraries/coil.json"
};
static const unsigned char picasso_json[] = {
#embed "../../Data/Libraries/picasso.json"
};
static const unsigned char fresco_json[] = {
#embed "../../Data/Libraries/fresco.json"
};
static const unsigned char flutter_image_cache_json[] = {
#embed "../../Data/Libraries/flutter-image-cache.json"
};
static const unsigned char flutter_cache_manager_json[] = {
#embed "../../Data/Libraries/flutter-cache-manager.json"
};
static const unsigned char cached_network_image_json[] = {
#embed "../../Data/Libraries/cached-network-image.json"
};
static const unsigned char react_native_fast_image_json[] = {
#embed "../../Data/Libraries/react-native-fast-image.json"
};
static const unsigned char expo_image_json[] = {
#embed "../../Data/Libraries/expo-image.json"
};
static const unsigned char tanstack_query_json[] = {
#embed "../../Data/Libraries/tanstack-query.json"
};
static const unsigned char swr_json[] = {
#embed "../../Data/Libraries/swr.json"
};
static const unsigned char rtk_query_json[] = {
#embed "../../Data/Libraries/rtk-query.json"
};
static const unsigned char apollo_ios_json[] = {
#embed "../../Data/Libraries/apollo-ios.json"
};
static const unsigned char firestore_json[] = {
#embed "../../Data/Libraries/firestore.json"
};
static const unsigned char store5_json[] = {
#embed "../../Data/Libraries/store5.json"
};
static const unsigned char workbox_json[] = {
#embed "../../Data/Libraries/workbox.json"
};
static const unsigned char urlcache_json[] = {
#embed "../../Data/Libraries/urlcache.json"
};
static const unsigned char alamofire_json[] = {
#embed "../../Data/Libraries/alamofire.json"
};
static const unsigned char okhttp_json[] = {
#embed "../../Data/Libraries/okhttp.json"
};
static const unsigned char apollo_client_json[] = {
#embed "../../Data/Libraries/apollo-client.json"
};
static const unsigned char relay_json[] = {
#embed "../../Data/Libraries/relay.json"
};
static const unsigned char urql_json[] = {
#embed "../../Data/Libraries/urql.json"
};
static const unsigned char wkwebview_json[] = {
#embed "../../Data/Libraries/wkwebview.json"
};
static const unsigned char urlsession_background_json[] = {
#embed "../../Data/Libraries/urlsession-background.json"
};
static const unsigned char realm_json[] = {
#embed "../../Data/Libraries/realm.json"
};
static const unsigned char grdb_json[] = {
#embed "../../Data/Libraries/grdb.json"
};
static const unsigned char zero_json[] = {
#embed "../../Data/Libraries/zero.json"
};
static const unsigned char electric_json[] = {
#embed "../../Data/Libraries/electric.json"
};
static const unsigned char powersync_json[] = {
#embed "../../Data/Libraries/powersync.json"
};
static const unsigned char rxdb_json[] = {
#embed "../../Data/Libraries/rxdb.json"
};
static const unsigned char replicache_json[] = {
#embed "../../Data/Libraries/replicache.json"
};
static const unsigned char evidence_alamofire_image_json[] = {
#embed "../../Data/Evidence/alamofire-image.json"
};
static const unsigned char evidence_alamofire_json[] = {
#embed "../../Data/Evidence/alamofire.json"
};
static const unsigned char evidence_apollo_client_json[] = {
#embed "../../Data/Evidence/apollo-client.json"
};
static const unsigned char evidence_apollo_ios_json[] = {
#embed "../../Data/Evidence/apollo-ios.json"
};
static const unsigned char evidence_cached_network_image_json[] = {
#embed "../../Data/Evidence/cached-network-image.json"
};
static const unsigned char evidence_coil_json[] = {
#embed "../../Data/Evidence/coil.json"
};
static const unsigned char evidence_electric_json[] = {
#embed "../../Data/Evidence/electric.json"
};
static const unsigned char evidence_expo_image_json[] = {
#embed "../../Data/Evidence/expo-image.json"
};
static const unsigned char evidence_firestore_json[] = {
#embed "../../Data/Evidence/firestore.json"
};
static const unsigned char evidence_flutter_cache_manager_json[] = {
#embed "../../Data/Evidence/flutter-cache-manager.json"
};
static const unsigned char evidence_flutter_image_cache_json[] = {
#embed "../../Data/Evidence/flutter-image-cache.json"
};
static const unsigned char evidence_fresco_json[] = {
#embed "../../Data/Evidence/fresco.json"
};
static const unsigned char evidence_glide_json[] = {
#embed "../../Data/Evidence/glide.json"
};
static const unsigned char evidence_grdb_json[] = {
#embed "../../Data/Evidence/grdb.json"
};
static const unsigned char evidence_hyperoslo_cache_json[] = {
#embed "../../Data/Evidence/hyperoslo-cache.json"
};
static const unsigned char evidence_kingfisher_json[] = {
#embed "../../Data/Evidence/kingfisher.json"
};
static const unsigned char evidence_nuke_json[] = {
#embed "../../Data/Evidence/nuke.json"
};
static const unsigned char evidence_okhttp_json[] = {
#embed "../../Data/Evidence/okhttp.json"
};
static const unsigned char evidence_picasso_json[] = {
#embed "../../Data/Evidence/picasso.json"
};
static const unsigned char evidence_pincache_json[] = {
#embed "../../Data/Evidence/pincache.json"
};
static const unsigned char evidence_powersync_json[] = {
#embed "../../Data/Evidence/powersync.json"
};
static const unsigned char evidence_react_native_fast_image_json[] = {
#embed "../../Data/Evidence/react-native-fast-image.json"
};
static const unsigned char evidence_realm_json[] = {
#embed "../../Data/Evidence/realm.json"
};
static const unsigned char evidence_relay_json[] = {
#embed "../../Data/Evidence/relay.json"
};
static const unsigned char evidence_replicache_json[] = {
#embed "../../Data/Evidence/replicache.json"
};
static const unsigned char evidence_rtk_query_json[] = {
#embed "../../Data/Evidence/rtk-query.json"
};
static const unsigned char evidence_rxdb_json[] = {
#embed "../../Data/Evidence/rxdb.json"
};
static const unsigned char evidence_sdwebimage_json[] = {
#embed "../../Data/Evidence/sdwebimage.json"
};
static const unsigned char evidence_store5_json[] = {
#embed "../../Data/Evidence/store5.json"
};
static const unsigned char evidence_swr_json[] = {
#embed "../../Data/Evidence/swr.json"
};
static const unsigned char evidence_tanstack_query_json[] = {
#embed "../../Data/Evidence/tanstack-query.json"
};
static const unsigned char evidence_urlcache_json[] = {
#embed "../../Data/Evidence/urlcache.json"
};
static const unsigned char evidence_urlsession_background_json[] = {
#embed "../../Data/Evidence/urlsession-background.json"
};
static const unsigned char evidence_urql_json[] = {
#embed "../../Data/Evidence/urql.json"
};
static const unsigned char evidence_wkwebview_json[] = {
#embed "../../Data/Evidence/wkwebview.json"
};
static const unsigned char evidence_workbox_json[] = {
#embed "../../Data/Evidence/workbox.json"
};
static const unsigned char evidence_zero_json[] = {
#embed "../../Data/Evidence/zero.json"
};
static const unsigned char norway_bus_1_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_bus_1.tsv"
};
static const unsigned char norway_bus_10_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_bus_10.tsv"
};
static const unsigned char norway_car_2_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_car_2.tsv"
};
static const unsigned char norway_ferry_20_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_ferry_20.tsv"
};
static const unsigned char norway_metro_10_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_metro_10.tsv"
};
static const unsigned char norway_metro_2_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_metro_2.tsv"
};
static const unsigned char norway_train_1_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_train_1.tsv"
};
static const unsigned char norway_train_12_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_train_12.tsv"
};
static const unsigned char norway_tram_10_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_tram_10.tsv"
};
static const unsigned char norway_tram_30_tsv[] = {
#embed "../../Sources/CacheWorkloads/NetworkRecordings/Norway/norway_tram_30.tsv"
};
static const unsigned char shop_log[] = {
#embed "../../Sources/CacheWorkloads/Samples/shop.log"
};
static const unsigned char shop_har[] = {
#embed "../../Sources/CacheWorkloads/Samples/shop.har"
};
static const unsigned char known_words_txt[] = {
#embed "../../Sources/CacheWorkloads/HTTPTraces/known-words.txt"
};
static const unsigned char style_css[] = {
#embed "../../Sources/CacheReports/Web/style.css"
};
static const unsigned char charts_js[] = {
#embed "../../Sources/CacheReports/Web/charts.js"
};
static const unsigned char grid_js[] = {
#embed "../../Sources/CacheReports/Web/grid.js"
};
static const unsigned char marks_js[] = {
#embed "../../Sources/CacheReports/Web/marks.js"
};
static const unsigned char page_js[] = {
#embed "../../Sources/CacheReports/Web/page.js"
};
static const unsigned char panels_js[] = {
#embed "../../Sources/CacheReports/Web/panels.js"
};

static const embedded_file files[] = {
  {"Scenarios/twitter.json", twitter_json, sizeof twitter_json},
  {"Scenarios/foursquare.json", foursquare_json, sizeof foursquare_json},
  {"Scenarios/menus.json", menus_json, sizeof menus_json},
  {"Scenarios/articles.json", articles_json, sizeof articles_json},
  {"Scenarios/news.json", news_json, sizeof news_json},
  {"Scenarios/images.json", images_json, sizeof images_json},
  {"Scenarios/downloads.json", downloads_json, sizeof downloads_json},
  {"Scenarios/upgrade.json", upgrade_json, sizeof upgrade_json},
  {"Scenarios/shared-device.json", shared_device_json, sizeof shared_device_json},
  {"Scenarios/memory-pressure.json", memory_pressure_json, sizeof memory_pressure_json},
  {"Scenarios/commute.json", commute_json, sizeof commute_json},
  {"Scenarios/flash-wear.json", flash_wear_json, sizeof flash_wear_json},
  {"Scenarios/access-log.json", access_log_json, sizeof access_log_json},
  {"Scenarios/capture.json", capture_json, sizeof capture_json},
  {"Scenarios/libraries.json", libraries_json, sizeof libraries_json},
  {"Scenarios/reading-writes.json", reading_writes_json, sizeof reading_writes_json},
  {"Scenarios/delta-sync.json", delta_sync_json, sizeof delta_sync_json},
  {"Scenarios/hybrid.json", hybrid_json, sizeof hybrid_json},
  {"Scenarios/twitter-people.json", twitter_people_json, sizeof twitter_people_json},
  {"Scenarios/growing-store.json", growing_store_json, sizeof growing_store_json},
  {"Scenarios/feed-and-detail.json", feed_and_detail_json, sizeof feed_and_detail_json},
  {"Scenarios/push-stampede.json", push_stampede_json, sizeof push_stampede_json},
  {"Scenarios/short-video.json", short_video_json, sizeof short_video_json},
  {"Scenarios/phone-and-tablet.json", phone_and_tablet_json, sizeof phone_and_tablet_json},
  {"Scenarios/edge-cache.json", edge_cache_json, sizeof edge_cache_json},
  {"Scenarios/Published/cache-lifetimes.json", cache_lifetimes_json, sizeof cache_lifetimes_json},
  {"Scenarios/Published/empty-caches.json", empty_caches_json, sizeof empty_caches_json},
  {"Scenarios/Published/held-back-feeds.json", held_back_feeds_json, sizeof held_back_feeds_json},
  {"Scenarios/Published/one-cache-for-ten-apps.json", one_cache_for_ten_apps_json, sizeof one_cache_for_ten_apps_json},
  {"Scenarios/Published/packaged-resources.json", packaged_resources_json, sizeof packaged_resources_json},
  {"Scenarios/Published/partitioned-cache.json", partitioned_cache_json, sizeof partitioned_cache_json},
  {"Scenarios/Published/redundant-transfers.json", redundant_transfers_json, sizeof redundant_transfers_json},
  {"Scenarios/Published/feed-prefetching.json", feed_prefetching_json, sizeof feed_prefetching_json},
  {"Scenarios/Published/photo-stack.json", photo_stack_json, sizeof photo_stack_json},
  {"Scenarios/Published/polled-cluster.json", polled_cluster_json, sizeof polled_cluster_json},
  {"Scenarios/Published/polled-home.json", polled_home_json, sizeof polled_home_json},
  {"Scenarios/Published/time-aware-cache.json", time_aware_cache_json, sizeof time_aware_cache_json},
  {"Docs/Strategies/network-only.md", network_only_md, sizeof network_only_md},
  {"Docs/Strategies/on-demand.md", on_demand_md, sizeof on_demand_md},
  {"Docs/Strategies/memory-tier.md", memory_tier_md, sizeof memory_tier_md},
  {"Docs/Strategies/dictionary.md", dictionary_md, sizeof dictionary_md},
  {"Docs/Strategies/ns-cache.md", ns_cache_md, sizeof ns_cache_md},
  {"Docs/Strategies/download-manager.md", download_manager_md, sizeof download_manager_md},
  {"Docs/Strategies/url-cache.md", url_cache_md, sizeof url_cache_md},
  {"Docs/Strategies/pre-cache.md", pre_cache_md, sizeof pre_cache_md},
  {"Docs/Strategies/clairvoyant.md", clairvoyant_md, sizeof clairvoyant_md},
  {"Docs/Strategies/query-cache.md", query_cache_md, sizeof query_cache_md},
  {"Docs/Strategies/image-loader.md", image_loader_md, sizeof image_loader_md},
  {"Docs/Strategies/hybrid.md", hybrid_md, sizeof hybrid_md},
  {"Data/link-variances.json", link_variances_json, sizeof link_variances_json},
  {"Data/networks.json", networks_json, sizeof networks_json},
  {"Data/rate-variances.json", rate_variances_json, sizeof rate_variances_json},
  {"Data/questions.json", questions_json, sizeof questions_json},
  {"Data/assignments.json", assignments_json, sizeof assignments_json},
  {"Data/words.json", words_json, sizeof words_json},
  {"Data/radios.json", radios_json, sizeof radios_json},
  {"Data/storage.json", storage_json, sizeof storage_json},
  {"Data/phones.json", phones_json, sizeof phones_json},
  {"Data/http-profiles.json", http_profiles_json, sizeof http_profiles_json},
  {"Data/link-spreads.json", link_spreads_json, sizeof link_spreads_json},
  {"Data/populations.json", populations_json, sizeof populations_json},
  {"Data/Libraries/nuke.json", nuke_json, sizeof nuke_json},
  {"Data/Libraries/kingfisher.json", kingfisher_json, sizeof kingfisher_json},
  {"Data/Libraries/sdwebimage.json", sdwebimage_json, sizeof sdwebimage_json},
  {"Data/Libraries/alamofire-image.json", alamofire_image_json, sizeof alamofire_image_json},
  {"Data/Libraries/pincache.json", pincache_json, sizeof pincache_json},
  {"Data/Libraries/hyperoslo-cache.json", hyperoslo_cache_json, sizeof hyperoslo_cache_json},
  {"Data/Libraries/glide.json", glide_json, sizeof glide_json},
  {"Data/Libraries/coil.json", coil_json, sizeof coil_json},
  {"Data/Libraries/picasso.json", picasso_json, sizeof picasso_json},
  {"Data/Libraries/fresco.json", fresco_json, sizeof fresco_json},
  {"Data/Libraries/flutter-image-cache.json", flutter_image_cache_json, sizeof flutter_image_cache_json},
  {"Data/Libraries/flutter-cache-manager.json", flutter_cache_manager_json, sizeof flutter_cache_manager_json},
  {"Data/Libraries/cached-network-image.json", cached_network_image_json, sizeof cached_network_image_json},
  {"Data/Libraries/react-native-fast-image.json", react_native_fast_image_json, sizeof react_native_fast_image_json},
  {"Data/Libraries/expo-image.json", expo_image_json, sizeof expo_image_json},
  {"Data/Libraries/tanstack-query.json", tanstack_query_json, sizeof tanstack_query_json},
  {"Data/Libraries/swr.json", swr_json, sizeof swr_json},
  {"Data/Libraries/rtk-query.json", rtk_query_json, sizeof rtk_query_json},
  {"Data/Libraries/apollo-ios.json", apollo_ios_json, sizeof apollo_ios_json},
  {"Data/Libraries/firestore.json", firestore_json, sizeof firestore_json},
  {"Data/Libraries/store5.json", store5_json, sizeof store5_json},
  {"Data/Libraries/workbox.json", workbox_json, sizeof workbox_json},
  {"Data/Libraries/urlcache.json", urlcache_json, sizeof urlcache_json},
  {"Data/Libraries/alamofire.json", alamofire_json, sizeof alamofire_json},
  {"Data/Libraries/okhttp.json", okhttp_json, sizeof okhttp_json},
  {"Data/Libraries/apollo-client.json", apollo_client_json, sizeof apollo_client_json},
  {"Data/Libraries/relay.json", relay_json, sizeof relay_json},
  {"Data/Libraries/urql.json", urql_json, sizeof urql_json},
  {"Data/Libraries/wkwebview.json", wkwebview_json, sizeof wkwebview_json},
  {"Data/Libraries/urlsession-background.json", urlsession_background_json, sizeof urlsession_background_json},
  {"Data/Libraries/realm.json", realm_json, sizeof realm_json},
  {"Data/Libraries/grdb.json", grdb_json, sizeof grdb_json},
  {"Data/Libraries/zero.json", zero_json, sizeof zero_json},
  {"Data/Libraries/electric.json", electric_json, sizeof electric_json},
  {"Data/Libraries/powersync.json", powersync_json, sizeof powersync_json},
  {"Data/Libraries/rxdb.json", rxdb_json, sizeof rxdb_json},
  {"Data/Libraries/replicache.json", replicache_json, sizeof replicache_json},
  {"Data/Evidence/alamofire-image.json", evidence_alamofire_image_json, sizeof evidence_alamofire_image_json},
  {"Data/Evidence/alamofire.json", evidence_alamofire_json, sizeof evidence_alamofire_json},
  {"Data/Evidence/apollo-client.json", evidence_apollo_client_json, sizeof evidence_apollo_client_json},
  {"Data/Evidence/apollo-ios.json", evidence_apollo_ios_json, sizeof evidence_apollo_ios_json},
  {"Data/Evidence/cached-network-image.json", evidence_cached_network_image_json, sizeof evidence_cached_network_image_json},
  {"Data/Evidence/coil.json", evidence_coil_json, sizeof evidence_coil_json},
  {"Data/Evidence/electric.json", evidence_electric_json, sizeof evidence_electric_json},
  {"Data/Evidence/expo-image.json", evidence_expo_image_json, sizeof evidence_expo_image_json},
  {"Data/Evidence/firestore.json", evidence_firestore_json, sizeof evidence_firestore_json},
  {"Data/Evidence/flutter-cache-manager.json", evidence_flutter_cache_manager_json, sizeof evidence_flutter_cache_manager_json},
  {"Data/Evidence/flutter-image-cache.json", evidence_flutter_image_cache_json, sizeof evidence_flutter_image_cache_json},
  {"Data/Evidence/fresco.json", evidence_fresco_json, sizeof evidence_fresco_json},
  {"Data/Evidence/glide.json", evidence_glide_json, sizeof evidence_glide_json},
  {"Data/Evidence/grdb.json", evidence_grdb_json, sizeof evidence_grdb_json},
  {"Data/Evidence/hyperoslo-cache.json", evidence_hyperoslo_cache_json, sizeof evidence_hyperoslo_cache_json},
  {"Data/Evidence/kingfisher.json", evidence_kingfisher_json, sizeof evidence_kingfisher_json},
  {"Data/Evidence/nuke.json", evidence_nuke_json, sizeof evidence_nuke_json},
  {"Data/Evidence/okhttp.json", evidence_okhttp_json, sizeof evidence_okhttp_json},
  {"Data/Evidence/picasso.json", evidence_picasso_json, sizeof evidence_picasso_json},
  {"Data/Evidence/pincache.json", evidence_pincache_json, sizeof evidence_pincache_json},
  {"Data/Evidence/powersync.json", evidence_powersync_json, sizeof evidence_powersync_json},
  {"Data/Evidence/react-native-fast-image.json", evidence_react_native_fast_image_json, sizeof evidence_react_native_fast_image_json},
  {"Data/Evidence/realm.json", evidence_realm_json, sizeof evidence_realm_json},
  {"Data/Evidence/relay.json", evidence_relay_json, sizeof evidence_relay_json},
  {"Data/Evidence/replicache.json", evidence_replicache_json, sizeof evidence_replicache_json},
  {"Data/Evidence/rtk-query.json", evidence_rtk_query_json, sizeof evidence_rtk_query_json},
  {"Data/Evidence/rxdb.json", evidence_rxdb_json, sizeof evidence_rxdb_json},
  {"Data/Evidence/sdwebimage.json", evidence_sdwebimage_json, sizeof evidence_sdwebimage_json},
  {"Data/Evidence/store5.json", evidence_store5_json, sizeof evidence_store5_json},
  {"Data/Evidence/swr.json", evidence_swr_json, sizeof evidence_swr_json},
  {"Data/Evidence/tanstack-query.json", evidence_tanstack_query_json, sizeof evidence_tanstack_query_json},
  {"Data/Evidence/urlcache.json", evidence_urlcache_json, sizeof evidence_urlcache_json},
  {"Data/Evidence/urlsession-background.json", evidence_urlsession_background_json, sizeof evidence_urlsession_background_json},
  {"Data/Evidence/urql.json", evidence_urql_json, sizeof evidence_urql_json},
  {"Data/Evidence/wkwebview.json", evidence_wkwebview_json, sizeof evidence_wkwebview_json},
  {"Data/Evidence/workbox.json", evidence_workbox_json, sizeof evidence_workbox_json},
  {"Data/Evidence/zero.json", evidence_zero_json, sizeof evidence_zero_json},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_bus_1.tsv", norway_bus_1_tsv, sizeof norway_bus_1_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_bus_10.tsv", norway_bus_10_tsv, sizeof norway_bus_10_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_car_2.tsv", norway_car_2_tsv, sizeof norway_car_2_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_ferry_20.tsv", norway_ferry_20_tsv, sizeof norway_ferry_20_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_metro_10.tsv", norway_metro_10_tsv, sizeof norway_metro_10_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_metro_2.tsv", norway_metro_2_tsv, sizeof norway_metro_2_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_train_1.tsv", norway_train_1_tsv, sizeof norway_train_1_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_train_12.tsv", norway_train_12_tsv, sizeof norway_train_12_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_tram_10.tsv", norway_tram_10_tsv, sizeof norway_tram_10_tsv},
  {"Sources/CacheWorkloads/NetworkRecordings/Norway/norway_tram_30.tsv", norway_tram_30_tsv, sizeof norway_tram_30_tsv},
  {"Sources/CacheWorkloads/Samples/shop.log", shop_log, sizeof shop_log},
  {"Sources/CacheWorkloads/Samples/shop.har", shop_har, sizeof shop_har},
  {"Sources/CacheWorkloads/HTTPTraces/known-words.txt", known_words_txt, sizeof known_words_txt},
  {"Sources/CacheReports/Web/style.css", style_css, sizeof style_css},
  {"Sources/CacheReports/Web/charts.js", charts_js, sizeof charts_js},
  {"Sources/CacheReports/Web/grid.js", grid_js, sizeof grid_js},
  {"Sources/CacheReports/Web/marks.js", marks_js, sizeof marks_js},
  {"Sources/CacheReports/Web/page.js", page_js, sizeof page_js},
  {"Sources/CacheReports/Web/panels.js", panels_js, sizeof panels_js},
};
// End of what is written.

const embedded_file *embedded_files(void) { return files; }

size_t embedded_file_count(void) { return sizeof files / sizeof files[0]; }
