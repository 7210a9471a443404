export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      action_log: {
        Row: {
          action_id: string
          created_at: string
          kind: string
          req_hash: string
          result: NonNullable<Json>
          row_xid: unknown
          status: string
          user_id: string
        }
        Insert: {
          action_id: string
          created_at?: string
          kind: string
          req_hash: string
          result: NonNullable<Json>
          row_xid?: unknown
          status: string
          user_id: string
        }
        Update: {
          action_id?: string
          created_at?: string
          kind?: string
          req_hash?: string
          result?: NonNullable<Json>
          row_xid?: unknown
          status?: string
          user_id?: string
        }
        Relationships: []
      }
      beta_attempts: {
        Row: {
          address_hash: string
          attempted_at: string
          id: number
          succeeded: boolean | null
        }
        Insert: {
          address_hash: string
          attempted_at: string
          id?: never
          succeeded?: boolean | null
        }
        Update: {
          address_hash?: string
          attempted_at?: string
          id?: never
          succeeded?: boolean | null
        }
        Relationships: []
      }
      beta_sessions: {
        Row: {
          created_at: string
          expires_at: string
          is_invited: boolean
          token_hash: string
          used: boolean
          used_by: string | null
        }
        Insert: {
          created_at?: string
          expires_at: string
          is_invited?: boolean
          token_hash: string
          used?: boolean
          used_by?: string | null
        }
        Update: {
          created_at?: string
          expires_at?: string
          is_invited?: boolean
          token_hash?: string
          used?: boolean
          used_by?: string | null
        }
        Relationships: []
      }
      blocks: {
        Row: {
          blocked_id: string
          created_at: string
          deleted_at: string | null
          id: string
          rev: number
          row_xid: unknown
          user_id: string
        }
        Insert: {
          blocked_id: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          rev?: number
          row_xid?: unknown
          user_id: string
        }
        Update: {
          blocked_id?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          rev?: number
          row_xid?: unknown
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "blocks_blocked_id_fkey"
            columns: ["blocked_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blocks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      connections: {
        Row: {
          connection_id: string
          created_at: string
          deleted_at: string | null
          id: string
          rev: number
          row_xid: unknown
          status: string
          updated_at: string
          user_id: string
        }
        Insert: {
          connection_id: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          rev?: number
          row_xid?: unknown
          status?: string
          updated_at?: string
          user_id: string
        }
        Update: {
          connection_id?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          rev?: number
          row_xid?: unknown
          status?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "connections_connection_id_fkey"
            columns: ["connection_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "connections_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      favourites: {
        Row: {
          created_at: string
          deleted_at: string | null
          id: string
          rev: number
          row_xid: unknown
          track_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          rev?: number
          row_xid?: unknown
          track_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          rev?: number
          row_xid?: unknown
          track_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "favourites_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      genres: {
        Row: {
          deleted_at: string | null
          id: string
          name: string
          position: number
          rev: number
          row_xid: unknown
        }
        Insert: {
          deleted_at?: string | null
          id: string
          name: string
          position: number
          rev?: number
          row_xid?: unknown
        }
        Update: {
          deleted_at?: string | null
          id?: string
          name?: string
          position?: number
          rev?: number
          row_xid?: unknown
        }
        Relationships: []
      }
      messages: {
        Row: {
          content: string
          created_at: string
          deleted_at: string | null
          id: string
          is_read: boolean
          receiver_id: string
          rev: number
          row_xid: unknown
          sender_id: string
          sender_profile: Json | null
        }
        Insert: {
          content: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          is_read?: boolean
          receiver_id: string
          rev?: number
          row_xid?: unknown
          sender_id: string
        }
        Update: {
          content?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          is_read?: boolean
          receiver_id?: string
          rev?: number
          row_xid?: unknown
          sender_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "messages_receiver_id_fkey"
            columns: ["receiver_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_sender_id_fkey"
            columns: ["sender_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      mystery_prizes: {
        Row: {
          days: number | null
          id: string
          item_id: string | null
          name: string
          position: number
          weight: number
          zap_value: number
        }
        Insert: {
          days?: number | null
          id?: string
          item_id?: string | null
          name: string
          position: number
          weight: number
          zap_value: number
        }
        Update: {
          days?: number | null
          id?: string
          item_id?: string | null
          name?: string
          position?: number
          weight?: number
          zap_value?: number
        }
        Relationships: [
          {
            foreignKeyName: "mystery_prizes_item_id_fkey"
            columns: ["item_id"]
            referencedRelation: "store_items"
            referencedColumns: ["id"]
          },
        ]
      }
      playlist_likes: {
        Row: {
          created_at: string
          deleted_at: string | null
          id: string
          playlist_id: string
          rev: number
          row_xid: unknown
          user_id: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          playlist_id: string
          rev?: number
          row_xid?: unknown
          user_id: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          playlist_id?: string
          rev?: number
          row_xid?: unknown
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "playlist_likes_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      playlist_tracks: {
        Row: {
          created_at: string
          deleted_at: string | null
          id: string
          playlist_id: string
          position: string
          rev: number
          row_xid: unknown
          track_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          id: string
          playlist_id: string
          position: string
          rev?: number
          row_xid?: unknown
          track_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          playlist_id?: string
          position?: string
          rev?: number
          row_xid?: unknown
          track_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "playlist_tracks_playlist_id_fkey"
            columns: ["playlist_id"]
            referencedRelation: "playlists"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "playlist_tracks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      playlists: {
        Row: {
          created_at: string
          deleted_at: string | null
          description: string
          id: string
          rev: number
          row_xid: unknown
          title: string
          user_id: string
          visibility: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          description?: string
          id: string
          rev?: number
          row_xid?: unknown
          title: string
          user_id: string
          visibility?: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          description?: string
          id?: string
          rev?: number
          row_xid?: unknown
          title?: string
          user_id?: string
          visibility?: string
        }
        Relationships: [
          {
            foreignKeyName: "playlists_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      releases: {
        Row: {
          artist_name: string
          awaited: string[]
          created_at: string
          deleted_at: string | null
          id: string
          kind: string | null
          notes: string
          places: string[]
          publish_at: string | null
          published_at: string | null
          rev: number
          row_xid: unknown
          title: string
          user_id: string
        }
        Insert: {
          artist_name: string
          awaited?: string[]
          created_at?: string
          deleted_at?: string | null
          id: string
          kind?: string | null
          notes?: string
          places?: string[]
          publish_at?: string | null
          published_at?: string | null
          rev?: number
          row_xid?: unknown
          title: string
          user_id: string
        }
        Update: {
          artist_name?: string
          awaited?: string[]
          created_at?: string
          deleted_at?: string | null
          id?: string
          kind?: string | null
          notes?: string
          places?: string[]
          publish_at?: string | null
          published_at?: string | null
          rev?: number
          row_xid?: unknown
          title?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "releases_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      reports: {
        Row: {
          act_id: string | null
          created_at: string
          details: string
          excerpt: string
          id: string
          person_id: string
          reason: string
          reporter_id: string | null
          settled_at: string | null
          subject: string
          subject_id: string
        }
        Insert: {
          act_id?: string | null
          created_at?: string
          details?: string
          excerpt: string
          id?: string
          person_id: string
          reason: string
          reporter_id?: string | null
          settled_at?: string | null
          subject: string
          subject_id: string
        }
        Update: {
          act_id?: string | null
          created_at?: string
          details?: string
          excerpt?: string
          id?: string
          person_id?: string
          reason?: string
          reporter_id?: string | null
          settled_at?: string | null
          subject?: string
          subject_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "reports_person_id_fkey"
            columns: ["person_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      security_events: {
        Row: {
          created_at: string
          event_data: NonNullable<Json>
          event_type: string
          id: string
          severity: string
          source: string
          user_id: string | null
        }
        Insert: {
          created_at?: string
          event_data: NonNullable<Json>
          event_type: string
          id?: string
          severity: string
          source?: string
          user_id?: string | null
        }
        Update: {
          created_at?: string
          event_data?: NonNullable<Json>
          event_type?: string
          id?: string
          severity?: string
          source?: string
          user_id?: string | null
        }
        Relationships: []
      }
      shared_tracks: {
        Row: {
          created_at: string
          deleted_at: string | null
          id: string
          is_shared: boolean
          rev: number
          row_xid: unknown
          shelved: boolean | null
          track_id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          is_shared?: boolean
          rev?: number
          row_xid?: unknown
          shelved?: boolean | null
          track_id: string
          user_id: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          is_shared?: boolean
          rev?: number
          row_xid?: unknown
          shelved?: boolean | null
          track_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "shared_tracks_track_id_fkey"
            columns: ["track_id"]
            referencedRelation: "tracks"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "shared_tracks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      store_items: {
        Row: {
          category: string
          created_at: string
          deleted_at: string | null
          description: string
          icon: string
          id: string
          is_active: boolean
          metadata: NonNullable<Json>
          name: string
          rev: number
          row_xid: unknown
          stock: number | null
          zap_cost: number
        }
        Insert: {
          category: string
          created_at?: string
          deleted_at?: string | null
          description: string
          icon: string
          id?: string
          is_active?: boolean
          metadata?: NonNullable<Json>
          name: string
          rev?: number
          row_xid?: unknown
          stock?: number | null
          zap_cost: number
        }
        Update: {
          category?: string
          created_at?: string
          deleted_at?: string | null
          description?: string
          icon?: string
          id?: string
          is_active?: boolean
          metadata?: NonNullable<Json>
          name?: string
          rev?: number
          row_xid?: unknown
          stock?: number | null
          zap_cost?: number
        }
        Relationships: []
      }
      sync_meta: {
        Row: {
          epoch: string
          is_only: boolean
          min_client_v: number
          min_since: unknown
          xid_offset: number
        }
        Insert: {
          epoch?: string
          is_only?: boolean
          min_client_v?: number
          min_since?: unknown
          xid_offset?: number
        }
        Update: {
          epoch?: string
          is_only?: boolean
          min_client_v?: number
          min_since?: unknown
          xid_offset?: number
        }
        Relationships: []
      }
      track_plays: {
        Row: {
          claimed_at: string | null
          created_at: string
          deleted_at: string | null
          heard_at: string
          id: string
          is_manual: boolean
          is_self_play: boolean
          played_on: string
          rev: number
          row_xid: unknown
          threshold_ms: number
          track_id: string
          user_id: string
          zaps_earned: number
        }
        Insert: {
          claimed_at?: string | null
          created_at?: string
          deleted_at?: string | null
          heard_at: string
          id?: string
          is_manual: boolean
          is_self_play: boolean
          played_on: string
          rev?: number
          row_xid?: unknown
          threshold_ms: number
          track_id: string
          user_id: string
          zaps_earned?: number
        }
        Update: {
          claimed_at?: string | null
          created_at?: string
          deleted_at?: string | null
          heard_at?: string
          id?: string
          is_manual?: boolean
          is_self_play?: boolean
          played_on?: string
          rev?: number
          row_xid?: unknown
          threshold_ms?: number
          track_id?: string
          user_id?: string
          zaps_earned?: number
        }
        Relationships: [
          {
            foreignKeyName: "track_plays_track_id_fkey"
            columns: ["track_id"]
            referencedRelation: "tracks"
            referencedColumns: ["id"]
          },
        ]
      }
      track_votes: {
        Row: {
          created_at: string
          deleted_at: string | null
          editable_until: string
          id: string
          rev: number
          row_xid: unknown
          track_id: string
          updated_at: string
          user_id: string
          vote_weight: number
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          editable_until: string
          id?: string
          rev?: number
          row_xid?: unknown
          track_id: string
          updated_at?: string
          user_id: string
          vote_weight: number
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          editable_until?: string
          id?: string
          rev?: number
          row_xid?: unknown
          track_id?: string
          updated_at?: string
          user_id?: string
          vote_weight?: number
        }
        Relationships: [
          {
            foreignKeyName: "track_votes_track_id_fkey"
            columns: ["track_id"]
            referencedRelation: "tracks"
            referencedColumns: ["id"]
          },
        ]
      }
      tracks: {
        Row: {
          artist_name: string
          audio_bytes: number
          audio_url: string
          average_vote_rating: number
          awaits_release: boolean
          counts_rev: number
          cover_url: string | null
          created_at: string
          deleted_at: string | null
          duration_ms: number
          genre: string
          hidden_at: string | null
          highlighted_until: string | null
          id: string
          is_public: boolean
          loudness_lufs: number | null
          play_count: number
          radio_opt_in: boolean
          release_id: string | null
          rev: number
          rights_confirmed: boolean
          row_xid: unknown
          shelved: boolean | null
          sponsored: boolean
          sponsored_at: string | null
          title: string
          total_votes: number
          true_peak_dbtp: number | null
          user_id: string
        }
        Insert: {
          artist_name: string
          audio_bytes: number
          audio_url: string
          average_vote_rating?: number
          awaits_release?: boolean
          counts_rev?: number
          cover_url?: string | null
          created_at?: string
          deleted_at?: string | null
          duration_ms: number
          genre: string
          hidden_at?: string | null
          highlighted_until?: string | null
          id?: string
          is_public?: boolean
          loudness_lufs?: number | null
          play_count?: number
          radio_opt_in?: boolean
          release_id?: string | null
          rev?: number
          rights_confirmed: boolean
          row_xid?: unknown
          shelved?: boolean | null
          sponsored?: boolean
          sponsored_at?: string | null
          title: string
          total_votes?: number
          true_peak_dbtp?: number | null
          user_id: string
        }
        Update: {
          artist_name?: string
          audio_bytes?: number
          audio_url?: string
          average_vote_rating?: number
          awaits_release?: boolean
          counts_rev?: number
          cover_url?: string | null
          created_at?: string
          deleted_at?: string | null
          duration_ms?: number
          genre?: string
          hidden_at?: string | null
          highlighted_until?: string | null
          id?: string
          is_public?: boolean
          loudness_lufs?: number | null
          play_count?: number
          radio_opt_in?: boolean
          release_id?: string | null
          rev?: number
          rights_confirmed?: boolean
          row_xid?: unknown
          shelved?: boolean | null
          sponsored?: boolean
          sponsored_at?: string | null
          title?: string
          total_votes?: number
          true_peak_dbtp?: number | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "tracks_genre_fkey"
            columns: ["genre"]
            referencedRelation: "genres"
            referencedColumns: ["name"]
          },
          {
            foreignKeyName: "tracks_release_id_fkey"
            columns: ["release_id"]
            referencedRelation: "releases"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "tracks_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      user_balances: {
        Row: {
          deleted_at: string | null
          rev: number
          row_xid: unknown
          total_listen_ms: number
          total_zaps_earned: number
          user_id: string
          zaps: number
        }
        Insert: {
          deleted_at?: string | null
          rev?: number
          row_xid?: unknown
          total_listen_ms?: number
          total_zaps_earned?: number
          user_id: string
          zaps?: number
        }
        Update: {
          deleted_at?: string | null
          rev?: number
          row_xid?: unknown
          total_listen_ms?: number
          total_zaps_earned?: number
          user_id?: string
          zaps?: number
        }
        Relationships: []
      }
      user_cosmetics: {
        Row: {
          category: string
          created_at: string
          deleted_at: string | null
          expires_at: string | null
          id: string
          item_id: string
          item_name: string
          rev: number
          row_xid: unknown
          user_id: string
        }
        Insert: {
          category: string
          created_at?: string
          deleted_at?: string | null
          expires_at?: string | null
          id?: string
          item_id: string
          item_name: string
          rev?: number
          row_xid?: unknown
          user_id: string
        }
        Update: {
          category?: string
          created_at?: string
          deleted_at?: string | null
          expires_at?: string | null
          id?: string
          item_id?: string
          item_name?: string
          rev?: number
          row_xid?: unknown
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "user_cosmetics_item_id_fkey"
            columns: ["item_id"]
            referencedRelation: "store_items"
            referencedColumns: ["id"]
          },
        ]
      }
      user_days: {
        Row: {
          chosen_plays: number
          day: string
          ledger_lines: number
          plays: number
          user_id: string
          zaps: number
          zaps_earned: number
        }
        Insert: {
          chosen_plays?: number
          day: string
          ledger_lines?: number
          plays?: number
          user_id: string
          zaps?: number
          zaps_earned?: number
        }
        Update: {
          chosen_plays?: number
          day?: string
          ledger_lines?: number
          plays?: number
          user_id?: string
          zaps?: number
          zaps_earned?: number
        }
        Relationships: []
      }
      user_profiles: {
        Row: {
          artist_name: string | null
          avatar_url: string | null
          bio: string | null
          cosmetics: NonNullable<Json>
          created_at: string
          deleted_at: string | null
          id: string
          instagram_url: string | null
          privacy_setting: string
          rev: number
          row_xid: unknown
          shelved: boolean | null
          tiktok_url: string | null
          tip_link: string | null
          total_plays: number
          track_count: number
          twitter_url: string | null
          updated_at: string
          website_url: string | null
          youtube_url: string | null
        }
        Insert: {
          artist_name?: string | null
          avatar_url?: string | null
          bio?: string | null
          cosmetics?: NonNullable<Json>
          created_at?: string
          deleted_at?: string | null
          id: string
          instagram_url?: string | null
          privacy_setting?: string
          rev?: number
          row_xid?: unknown
          shelved?: boolean | null
          tiktok_url?: string | null
          tip_link?: string | null
          total_plays?: number
          track_count?: number
          twitter_url?: string | null
          updated_at?: string
          website_url?: string | null
          youtube_url?: string | null
        }
        Update: {
          artist_name?: string | null
          avatar_url?: string | null
          bio?: string | null
          cosmetics?: NonNullable<Json>
          created_at?: string
          deleted_at?: string | null
          id?: string
          instagram_url?: string | null
          privacy_setting?: string
          rev?: number
          row_xid?: unknown
          shelved?: boolean | null
          tiktok_url?: string | null
          tip_link?: string | null
          total_plays?: number
          track_count?: number
          twitter_url?: string | null
          updated_at?: string
          website_url?: string | null
          youtube_url?: string | null
        }
        Relationships: []
      }
      user_stats: {
        Row: {
          current_streak: number
          deleted_at: string | null
          fan_level: number
          hidden_plays: unknown
          history_switched_at: string
          last_active_on: string | null
          longest_streak: number
          rev: number
          row_xid: unknown
          user_id: string
        }
        Insert: {
          current_streak?: number
          deleted_at?: string | null
          fan_level?: number
          hidden_plays?: unknown
          history_switched_at?: string
          last_active_on?: string | null
          longest_streak?: number
          rev?: number
          row_xid?: unknown
          user_id: string
        }
        Update: {
          current_streak?: number
          deleted_at?: string | null
          fan_level?: number
          hidden_plays?: unknown
          history_switched_at?: string
          last_active_on?: string | null
          longest_streak?: number
          rev?: number
          row_xid?: unknown
          user_id?: string
        }
        Relationships: []
      }
      zap_actions: {
        Row: {
          action_type: string
          created_at: string
          credited_on: string
          deleted_at: string | null
          id: string
          metadata: NonNullable<Json>
          rev: number
          row_xid: unknown
          user_id: string
          zap_value: number
        }
        Insert: {
          action_type: string
          created_at?: string
          credited_on: string
          deleted_at?: string | null
          id?: string
          metadata?: NonNullable<Json>
          rev?: number
          row_xid?: unknown
          user_id: string
          zap_value: number
        }
        Update: {
          action_type?: string
          created_at?: string
          credited_on?: string
          deleted_at?: string | null
          id?: string
          metadata?: NonNullable<Json>
          rev?: number
          row_xid?: unknown
          user_id?: string
          zap_value?: number
        }
        Relationships: [
          {
            foreignKeyName: "zap_actions_action_type_fkey"
            columns: ["action_type"]
            referencedRelation: "zap_rules"
            referencedColumns: ["action_type"]
          },
        ]
      }
      zap_rules: {
        Row: {
          action_type: string
          daily_cap: number | null
          deleted_at: string | null
          id: string
          is_recordable: boolean
          lasts_days: number | null
          min_level: number
          rev: number
          row_xid: unknown
          streak_bonus: number
          streak_bonus_days: number | null
          zap_value: number | null
        }
        Insert: {
          action_type: string
          daily_cap?: number | null
          deleted_at?: string | null
          id?: string
          is_recordable: boolean
          lasts_days?: number | null
          min_level?: number
          rev?: number
          row_xid?: unknown
          streak_bonus?: number
          streak_bonus_days?: number | null
          zap_value?: number | null
        }
        Update: {
          action_type?: string
          daily_cap?: number | null
          deleted_at?: string | null
          id?: string
          is_recordable?: boolean
          lasts_days?: number | null
          min_level?: number
          rev?: number
          row_xid?: unknown
          streak_bonus?: number
          streak_bonus_days?: number | null
          zap_value?: number | null
        }
        Relationships: []
      }
      zap_weeks: {
        Row: {
          is_listed: boolean
          reached_at: string
          user_id: string
          week_start: string
          zaps_earned: number
        }
        Insert: {
          is_listed?: boolean
          reached_at: string
          user_id: string
          week_start: string
          zaps_earned: number
        }
        Update: {
          is_listed?: boolean
          reached_at?: string
          user_id?: string
          week_start?: string
          zaps_earned?: number
        }
        Relationships: []
      }
    }
    Views: {
      abuse_overview: {
        Row: {
          address_hash: string | null
          artist_name: string | null
          event_type: string | null
          events: number | null
          first_at: string | null
          last_at: string | null
          severity: string | null
          source: string | null
          user_id: string | null
        }
        Insert: {
          address_hash?: string | null
          artist_name?: string | null
          event_type?: string | null
          events?: number | null
          first_at?: string | null
          last_at?: string | null
          severity?: string | null
          source?: string | null
          user_id?: string | null
        }
        Update: {
          address_hash?: string | null
          artist_name?: string | null
          event_type?: string | null
          events?: number | null
          first_at?: string | null
          last_at?: string | null
          severity?: string | null
          source?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
      report_queue: {
        Row: {
          artist_name: string | null
          created_at: string | null
          details: string | null
          excerpt: string | null
          id: string | null
          is_hidden: boolean | null
          is_silenced: boolean | null
          person_id: string | null
          reason: string | null
          reporter_id: string | null
          reporter_name: string | null
          reports_of_person: number | null
          reports_of_subject: number | null
          subject: string | null
          subject_id: string | null
        }
        Insert: {
          artist_name?: string | null
          created_at?: string | null
          details?: string | null
          excerpt?: string | null
          id?: string | null
          is_hidden?: boolean | null
          is_silenced?: boolean | null
          person_id?: string | null
          reason?: string | null
          reporter_id?: string | null
          reporter_name?: string | null
          reports_of_person?: number | null
          reports_of_subject?: number | null
          subject?: string | null
          subject_id?: string | null
        }
        Update: {
          artist_name?: string | null
          created_at?: string | null
          details?: string | null
          excerpt?: string | null
          id?: string | null
          is_hidden?: boolean | null
          is_silenced?: boolean | null
          person_id?: string | null
          reason?: string | null
          reporter_id?: string | null
          reporter_name?: string | null
          reports_of_person?: number | null
          reports_of_subject?: number | null
          subject?: string | null
          subject_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "reports_person_id_fkey"
            columns: ["person_id"]
            referencedRelation: "user_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Functions: {
      backfill_missing_profile: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      begin_file_check: {
        Args: { p_bucket: string; p_name: string }
        Returns: Json
      }
      beta_begin_attempt: { Args: { p_address: string }; Returns: Json }
      beta_enter_by_invitation: {
        Args: { p_code_hash: string; p_device_key: string }
        Returns: Json
      }
      beta_open_session: { Args: Record<PropertyKey, never>; Returns: Json }
      beta_record_attempt: {
        Args: { p_address: string; p_success: boolean }
        Returns: undefined
      }
      beta_session_lookup: { Args: { p_token: string }; Returns: Json }
      cast_vote_or_edit: {
        Args: {
          p_action_id?: string
          p_track_id: string
          p_vote_weight: number
        }
        Returns: Json
      }
      check_daily_reward_status: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      check_upload_slot_availability: {
        Args: { p_user_id: string }
        Returns: Json
      }
      check_upload_words: {
        Args: {
          p_artist_name: string
          p_description: string
          p_title: string
          p_user_id: string
        }
        Returns: Json
      }
      claim_daily_login_reward: {
        Args: { p_action_id?: string }
        Returns: Json
      }
      claim_daily_zap_reward: { Args: { p_action_id?: string }; Returns: Json }
      delete_my_profile: { Args: Record<PropertyKey, never>; Returns: Json }
      end_my_sessions: { Args: { p_sessions: string[] }; Returns: Json }
      end_sponsorships: { Args: Record<PropertyKey, never>; Returns: number }
      find_tracks: { Args: { p_entries: Json }; Returns: Json }
      finish_file_check: {
        Args: {
          p_bucket: string
          p_bytes: number
          p_duration_ms: number
          p_kind: string
          p_mime: string
          p_name: string
          p_seen: string
        }
        Returns: boolean
      }
      finish_file_removals: { Args: { p_files: Json }; Returns: number }
      first_screen: { Args: { p: Json }; Returns: Json }
      get_community_totals: { Args: Record<PropertyKey, never>; Returns: Json }
      get_connected_user_profiles: {
        Args: { user_ids: string[] }
        Returns: {
          artist_name: string
          avatar_url: string
          id: string
        }[]
      }
      get_daily_login_status: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      get_leaderboard_place: { Args: Record<PropertyKey, never>; Returns: Json }
      get_liked_playlists: { Args: Record<PropertyKey, never>; Returns: Json }
      get_link_preview: {
        Args: { p_id: string; p_page: string }
        Returns: Json
      }
      get_own_appeals: {
        Args: Record<PropertyKey, never>
        Returns: {
          answer: string
          content: string
          created_at: string
          decision: string
          id: string
          outcome: string
          settled_at: string
          track_id: string
        }[]
      }
      get_own_reports: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          details: string
          id: string
          reason: string
          subject: string
          subject_id: string
        }[]
      }
      get_own_standing: { Args: Record<PropertyKey, never>; Returns: Json }
      get_own_track_texts: {
        Args: Record<PropertyKey, never>
        Returns: {
          description: string
          lyrics: string
          track_id: string
        }[]
      }
      get_playlist: { Args: { p_playlist_id: string }; Returns: Json }
      get_playlists_of: { Args: { p_profile_id: string }; Returns: Json }
      get_profile_visibility: {
        Args: { p_profile_id: string }
        Returns: string
      }
      get_release: { Args: { p_release_id: string }; Returns: Json }
      get_releases_of: { Args: { p_profile_id: string }; Returns: Json }
      get_track_numbers: { Args: { p_track_id: string }; Returns: Json }
      get_track_texts: { Args: { p_track_id: string }; Returns: Json }
      get_user_30_day_activity: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      get_user_connections: {
        Args: Record<PropertyKey, never>
        Returns: {
          connection_id: string
          connection_profile: Json
          created_at: string
          id: string
          status: string
          updated_at: string
          user_id: string
          user_profile: Json
        }[]
      }
      get_user_cosmetics: {
        Args: Record<PropertyKey, never>
        Returns: {
          expires_at: string
          item_name: string
        }[]
      }
      get_user_vote_for_track: { Args: { p_track_id: string }; Returns: Json }
      get_zap_leaderboard: {
        Args: { limit_count?: number }
        Returns: {
          artist_name: string
          rank: number
          total_zaps_earned: number
          user_id: string
        }[]
      }
      increment_track_play_count: {
        Args: {
          p_action_id?: string
          p_is_manual?: boolean
          progress_ms: number
          track_id_p: string
        }
        Returns: Json
      }
      increment_upload_count: { Args: { p_user_id: string }; Returns: Json }
      list_my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          is_current: boolean
          session_id: string
          started_at: string
          used_at: string
          user_agent: string
        }[]
      }
      log_security_event: {
        Args: {
          p_event_data: Json
          p_event_type: string
          p_severity: string
          p_user_id: string
        }
        Returns: Json
      }
      longest_airing_ms: { Args: Record<PropertyKey, never>; Returns: number }
      older_messages: { Args: { p: Json }; Returns: Json }
      operator_answer: {
        Args: {
          p_action_id?: string
          p_appeal_id: string
          p_outcome: string
          p_reason: string
        }
        Returns: Json
      }
      operator_appeals: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_change: {
        Args: {
          p_action_id?: string
          p_from: Json
          p_id: string
          p_reason: string
          p_subject: string
          p_to: Json
        }
        Returns: Json
      }
      operator_decide: {
        Args: {
          p_action_id?: string
          p_days?: number
          p_decision: string
          p_reason: string
          p_seen_at: string
          p_subject: string
          p_subject_id: string
        }
        Returns: Json
      }
      operator_end_invitation: {
        Args: { p_action_id?: string; p_invitation_id: string }
        Returns: Json
      }
      operator_figures: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_invitations: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_invite: {
        Args: {
          p_action_id?: string
          p_ends_at: string
          p_hash: string
          p_note: string
          p_uses: number
        }
        Returns: Json
      }
      operator_put_back: {
        Args: { p_act_id: string; p_action_id?: string }
        Returns: Json
      }
      operator_queue: { Args: { p_list: string }; Returns: Json }
      operator_radio: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_report: {
        Args: { p_subject: string; p_subject_id: string }
        Returns: Json
      }
      operator_rules: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_set_passcode: {
        Args: {
          p_action_id?: string
          p_hash: string
          p_seen_changed_at: string
        }
        Returns: Json
      }
      operator_set_word: {
        Args: { p_action_id?: string; p_is_restricted: boolean; p_word: string }
        Returns: Json
      }
      operator_settings: { Args: Record<PropertyKey, never>; Returns: Json }
      operator_skip: {
        Args: { p_action_id?: string; p_airing_id: string; p_reason: string }
        Returns: Json
      }
      operator_start_station: {
        Args: { p_act_id: string; p_action_id?: string; p_reason: string }
        Returns: Json
      }
      operator_stop_station: {
        Args: { p_action_id?: string; p_reason: string }
        Returns: Json
      }
      operator_take_off: {
        Args: {
          p_action_id?: string
          p_reason: string
          p_sponsored_at: string
          p_track_id: string
        }
        Returns: Json
      }
      operator_undo: {
        Args: { p_act_id: string; p_action_id?: string }
        Returns: Json
      }
      purchase_store_item: {
        Args: {
          item_id: string
          p_action_id?: string
          p_track_id?: string
          purchase_quantity?: number
        }
        Returns: Json
      }
      queue_orphan_files: { Args: Record<PropertyKey, never>; Returns: number }
      record_file_facts: {
        Args: {
          p_bucket: string
          p_bytes: number
          p_duration_ms: number
          p_kind: string
          p_mime: string
          p_name: string
        }
        Returns: undefined
      }
      record_zap_action: {
        Args: {
          p_action_id?: string
          p_action_type: string
          p_metadata: Json
          p_zap_value: number
        }
        Returns: Json
      }
      sender_profile: {
        Args: { message: Database["public"]["Tables"]["messages"]["Row"] }
        Returns: Json
      }
      set_account_silenced: {
        Args: { p_account_id: string; p_is_silenced: boolean }
        Returns: boolean
      }
      set_track_hidden: {
        Args: { p_is_hidden: boolean; p_track_id: string }
        Returns: boolean
      }
      settle_reports: { Args: { p_subject_id: string }; Returns: number }
      share_track: {
        Args: { p_action_id?: string; p_track_id: string }
        Returns: Json
      }
      sponsor_track_for_radio: {
        Args: {
          p_action_id?: string
          p_sponsor_cost?: number
          p_track_id: string
        }
        Returns: Json
      }
      sync_pull: { Args: { p: Json }; Returns: Json }
      sync_push: { Args: { p_actions: Json }; Returns: Json }
      take_file_removals: { Args: { p_limit: number }; Returns: Json }
      unshare_track: {
        Args: { p_action_id?: string; p_track_id: string }
        Returns: Json
      }
      use_beta_session: { Args: { p_token: string }; Returns: Json }
      validate_file_upload: {
        Args: {
          p_file_name: string
          p_file_size: number
          p_file_type: string
          p_user_id: string
        }
        Returns: Json
      }
      visit_rows: { Args: { p: Json }; Returns: Json }
      was_session_ended: { Args: { p_session: string }; Returns: boolean }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const

